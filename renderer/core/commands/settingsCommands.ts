// Commands of the settings: each section by its name.

import { settingsSections } from '../state/viewStore.ts';
import type { Command, CommandId } from './command.ts';

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
