// The commands about the data folder as a whole.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const check = defineCommand({
  name: 'check',
  usage: [
    {
      synopsis: 'check [ID] [--repair] [--json]',
      text: 'checks the stored data; --repair fixes problems where possible',
    },
  ],
  options: { repair: flag, json: flag },
  positionals: { min: 0, max: 1 },
  run: async (terminal) => (await import('./dataCommands.ts')).checkCommand(terminal),
});

export const space = defineCommand({
  name: 'space',
  usage: [{ synopsis: 'space [--json]', text: 'shows storage use by project' }],
  options: { json: flag },
  run: async (terminal) => (await import('./dataCommands.ts')).spaceCommand(terminal),
});

export const merge = defineCommand({
  name: 'merge',
  usage: [
    {
      synopsis: 'merge PATH [--yes] [--json]',
      text: `merges a copied conversation folder or data folder; the copy is not changed. Asks before
applying removals and project folders from the copy; --yes applies them`,
    },
  ],
  options: { json: flag, yes: flag },
  positionals: { min: 1, max: 1, needs: 'the PATH of a copy' },
  run: async (terminal) => (await import('./mergeCommand.ts')).mergeCommand(terminal),
});
