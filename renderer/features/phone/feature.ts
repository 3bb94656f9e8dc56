// The window on a phone: what other apps share with it.

import type { WindowFeature } from '../../core/feature.ts';

export const phoneFeature: WindowFeature = {
  dialogs: { shared: async () => (await import('./SharedDialog.tsx')).SharedDialog },
};
