// Projects: the folders that chats work in.

import type { WindowFeature } from '../../core/feature.ts';

export const projectsFeature: WindowFeature = {
  dialogs: {
    folder: async () => (await import('./FolderDialog.tsx')).FolderDialog,
  },
};
