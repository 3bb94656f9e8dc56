// The chat: transcript, composer and what is around them.

import type { WindowFeature } from '../../core/feature.ts';
import { chatCommands } from './commands.ts';

export const chatFeature: WindowFeature = {
  commands: chatCommands,
  dialogs: {
    forget: async () => (await import('./transcript/ForgetDialog.tsx')).ForgetDialog,
  },
};
