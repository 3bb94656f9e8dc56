// throughline commands and trust: commands, skills, prompts and agents, and whether the folder's are used.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

export const customizations = defineCommand({
  name: 'commands',
  usage: [
    {
      synopsis: 'commands [--json]',
      text: `lists the commands, skills, prompts and agents for the project, their sources, and problems
with their files`,
    },
  ],
  options: { json: flag },
  run: async (terminal) => (await import('./commandsCommand.ts')).commandsCommand(terminal),
});

export const trust = defineCommand({
  name: 'trust',
  usage: [
    {
      synopsis: 'trust [--no]',
      text: `uses the folder's AGENTS.md, commands, skills and agents as your own; --no stops
using them`,
    },
  ],
  options: { no: flag },
  run: async (terminal) => (await import('./trustCommand.ts')).trustCommand(terminal),
});
