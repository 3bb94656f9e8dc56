// Sync: the user's conversations on all of their machines.

import type { WindowFeature } from '../../core/feature.ts';

export const syncFeature: WindowFeature = {
  settings: {
    sync: async () => (await import('./SyncSection.tsx')).syncPage,
  },
};
