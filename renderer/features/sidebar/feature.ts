// The sidebar: the list of conversations.

import type { WindowFeature } from '../../core/feature.ts';

export const sidebarFeature: WindowFeature = {
  dialogs: {
    delete: async () => (await import('./DeleteDialog.tsx')).DeleteDialog,
    deleteMany: async () => (await import('./DeleteManyDialog.tsx')).DeleteManyDialog,
  },
};
