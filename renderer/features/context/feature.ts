// The context: what the model is sent.

import type { WindowFeature } from '../../core/feature.ts';

export const contextFeature: WindowFeature = {
  dialogs: {
    request: async () => (await import('./RequestDialog.tsx')).RequestDialog,
  },
};
