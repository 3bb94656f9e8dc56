// throughline projects.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

const actions = ['join', 'split'];

export const projects = defineCommand({
  name: 'projects',
  usage: [
    {
      synopsis: 'projects [--json]',
      text: 'lists the projects with their folder, conversations and repository, and those of the same repository',
    },
    {
      synopsis: ['projects join PROJECT PROJECT', 'projects split PROJECT'],
      text: `shows two projects as one, or as two again. Their conversations stay where they are. PROJECT is the
beginning of an ID, or a folder`,
    },
  ],
  options: { json: flag },
  positionals: { min: 0, max: 3 },
  check({ positionals: [action, ...named], values }) {
    if (action === undefined) return null;
    if (!actions.includes(action)) return `projects takes ${actions.join(' or ')}, not “${action}”`;
    const count = action === 'join' ? 2 : 1;
    if (named.length !== count) return `projects ${action} needs ${count === 2 ? 'two projects' : 'one project'}`;
    return values.json ? '--json belongs to the list' : null;
  },
  run: async (terminal) => (await import('./projectsCommand.ts')).projectsCommand(terminal),
});
