// The settings that belong to the app as a whole, and the dialog that shows those of every feature.

import type { WindowFeature } from '../../core/feature.ts';
import { settingsCommands } from './commands.ts';

export const settingsFeature: WindowFeature = {
  commands: settingsCommands,
  dialogs: {
    shortcuts: async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  },
  settings: {
    run: async () => (await import('./RunSection.tsx')).runPage,
    keyboard: async () => (await import('./KeyboardSection.tsx')).keyboardPage,
  },
};
