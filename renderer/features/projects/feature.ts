// Projects: the folders that chats work in.

import type { WindowFeature } from '../../core/feature.ts';
import { projectCommands } from './commands.ts';

export const projectsFeature: WindowFeature = {
  commands: projectCommands,
  dialogs: {
    folder: async () => (await import('./FolderDialog.tsx')).FolderDialog,
  },
};
