// throughline hooks.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const hooks = defineCommand({
  name: 'hooks',
  usage: [
    {
      synopsis: 'hooks [list | approve N | test N] [--json] [--yes]',
      text: `lists your hooks and those of the project folder, with their numbers. approve shows the exact
command of a folder's hook and asks; test runs a hook now with a sample event`,
    },
  ],
  options: { json: flag, yes: flag },
  positionals: { min: 0, max: 2 },
  run: async (terminal) => (await import('./hooksCommand.ts')).hooksCommand(terminal),
});
