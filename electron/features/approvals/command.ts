// throughline approvals.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const approvals = defineCommand({
  name: 'approvals',
  usage: [
    {
      synopsis: 'approvals [remove ID] [--json]',
      text: 'lists the rules that allow or deny tool calls, or removes a rule',
    },
  ],
  options: { json: flag },
  positionals: { min: 0, max: 2 },
  run: async (terminal) => (await import('./approvalsCommand.ts')).approvalsCommand(terminal),
});
