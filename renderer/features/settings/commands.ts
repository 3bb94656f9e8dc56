// Commands that open a settings section or the list of shortcuts.

import type { Command, CommandId } from '../../core/state/session.ts';
import { settingsSections } from '../../core/state/viewStore.ts';

export const settingsCommands: readonly Command[] = [
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
      run: ({ view }) => view.setState({ dialog: { type: 'settings', section } }),
    }),
  ),
];
