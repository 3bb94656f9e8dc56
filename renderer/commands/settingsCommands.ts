// Commands of the settings: each section by its name.

import type { SettingsSection } from '../state/viewStore.ts';
import type { Command, CommandId } from './command.ts';

const sections = [
  'providers',
  'model',
  'approvals',
  'tools',
  'mcp',
  'run',
  'appearance',
  'keyboard',
  'notifications',
  'instructions',
  'data',
] as const satisfies readonly SettingsSection[];

export const settingsCommands: readonly Command[] = [
  {
    id: 'settings.open',
    group: 'settings',
    keys: 'Mod+,',
    run: ({ view }) => view.setState({ dialog: { type: 'settings', section: 'providers' } }),
  },
  ...sections.map(
    (section): Command => ({
      id: `settings.${section}` satisfies CommandId,
      group: 'settings',
      quiet: true,
      run: ({ view }) => view.setState({ dialog: { type: 'settings', section } }),
    }),
  ),
];
