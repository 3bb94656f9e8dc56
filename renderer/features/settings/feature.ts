// App-wide settings, and the dialog that hosts the settings of every feature.

import type { WindowFeature } from '../../core/feature.ts';
import type { Command, CommandId, Session } from '../../core/state/session.ts';
import { settingsSections } from '../../core/state/viewStore.ts';

const isDesktop = ({ app }: Session): boolean => app.store.getState().snapshot?.host === 'desktop';

/** Commands that open a settings section or the list of shortcuts. */
const settingsCommands: readonly Command[] = [
  {
    id: 'shortcuts.open',
    group: 'window',
    keys: 'Mod+/',
    also: '?',
    run: ({ view }) => view.setState({ dialog: { type: 'shortcuts' } }),
  },
  {
    id: 'settings.open',
    group: 'settings',
    keys: 'Mod+,',
    run: ({ view }) => view.setState({ dialog: { type: 'settings', section: 'providers' } }),
  },
  ...settingsSections.map(
    (section): Command => ({
      id: `settings.${section}` satisfies CommandId,
      group: 'settings',
      quiet: true,
      ...(section === 'desktop' && { when: isDesktop }),
      run: ({ view }) => view.setState({ dialog: { type: 'settings', section } }),
    }),
  ),
];

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
