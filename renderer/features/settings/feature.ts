// App-wide settings, and the dialog that hosts the settings of every feature.

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
