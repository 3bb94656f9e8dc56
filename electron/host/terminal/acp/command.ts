// throughline acp.

import { defineCommand } from '../command.ts';
import { approve, checkModelChoice, flag, modelChoice, nonBlank, text } from '../options.ts';

export const acp = defineCommand({
  name: 'acp',
  usage: [
    {
      synopsis: [
        'acp [--approve ask|read|edit|sandbox|all|plan] [--preset NAME] [--provider NAME [--base-url URL]]',
        '[--model MODEL] [--setup]',
      ],
      text: `serves an editor over the Agent Client Protocol on standard input and output. The options are
for new sessions. --setup says how to add a model`,
    },
  ],
  options: {
    approve,
    preset: nonBlank('--preset needs a name; see throughline preset list'),
    ...modelChoice,
    scenario: text,
    setup: flag,
  },
  check: ({ values }) => checkModelChoice(values),
  runsTools: true,
  servesClient: true,
  run: async (terminal) => (await import('./acpCommand.ts')).acpCommand(terminal),
});
