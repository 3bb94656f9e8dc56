// Import: conversations of other apps, copied into this one.

import type { WindowFeature } from '../../core/feature.ts';

export const importFeature: WindowFeature = {
  dialogs: {
    import: async () => (await import('./ImportDialog.tsx')).ImportDialog,
  },
};
