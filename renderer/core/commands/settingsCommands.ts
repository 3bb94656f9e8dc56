// Commands of the settings: each section by its name.

import type { Command, CommandId } from '../state/session.ts';
import { settingsSections } from '../state/viewStore.ts';

export const settingsCommands: readonly Command[] = [
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
