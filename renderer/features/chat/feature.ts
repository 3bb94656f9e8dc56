// The chat: transcript, composer and surroundings.

import type { WindowFeature } from '../../core/feature.ts';
import { chatCommands } from './commands.ts';

export const chatFeature: WindowFeature = {
  commands: chatCommands,
  dialogs: {
    forget: async () => (await import('./transcript/ForgetDialog.tsx')).ForgetDialog,
  },
};
