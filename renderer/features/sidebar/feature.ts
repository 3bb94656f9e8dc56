// The sidebar: the list of conversations.

import type { WindowFeature } from '../../core/feature.ts';
import { sidebarCommands } from './commands.ts';

export const sidebarFeature: WindowFeature = {
  commands: sidebarCommands,
  dialogs: {
    delete: async () => (await import('./DeleteDialog.tsx')).DeleteDialog,
    deleteMany: async () => (await import('./DeleteManyDialog.tsx')).DeleteManyDialog,
  },
};
