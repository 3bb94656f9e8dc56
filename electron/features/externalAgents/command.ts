// throughline agents.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const agents = defineCommand({
  name: 'agents',
  usage: [
    {
      synopsis: 'agents [list | allow ID | withdraw ID | check ID | remove ID] [--all] [--json] [--yes]',
      text: `lists the agents that can answer in place of a model, each with its command; --all also lists
known ones that are not installed. allow shows the exact command and asks; check starts
the agent and says how to sign in. Use one with run --agent ID`,
    },
    {
      synopsis: 'agents add NAME [--sandbox] [--yes] -- COMMAND [ARG …]',
      text: 'adds any program that speaks the Agent Client Protocol, and asks whether it may run',
    },
  ],
  options: { all: flag, json: flag, yes: flag, sandbox: flag },
  positionals: { min: 0, max: 70 },
  run: async (terminal) => (await import('./agentsCommand.ts')).agentsCommand(terminal),
});
