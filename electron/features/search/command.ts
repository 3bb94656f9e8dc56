// throughline search and reindex.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, positiveInteger, tagOption } from '../../host/terminal/options.ts';

export const search = defineCommand({
  name: 'search',
  usage: [
    {
      synopsis: 'search TEXT [--tag NAME] [--limit N] [--wait] [--json]',
      text: `searches messages, calls, results, errors and titles in all projects unless --project is
given, and in those with a tag for --tag. Indexes new conversations for up to two seconds; --wait indexes everything first`,
    },
  ],
  options: { tag: tagOption, limit: positiveInteger, wait: flag, json: flag },
  positionals: { min: 1, max: 1_000, needs: 'a TEXT' },
  check: ({ positionals }) => (positionals.join(' ').trim() === '' ? 'search needs a TEXT' : null),
  run: async (terminal) => (await import('./searchCommands.ts')).searchCommand(terminal),
});

export const reindex = defineCommand({
  name: 'reindex',
  usage: [{ synopsis: 'reindex', text: 'rebuilds the conversation list and the search index' }],
  options: {},
  run: async (terminal) => (await import('./searchCommands.ts')).reindexCommand(terminal),
});
