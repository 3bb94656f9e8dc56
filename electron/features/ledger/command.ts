// throughline ledger.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank, text } from '../../host/terminal/options.ts';

export const ledger = defineCommand({
  name: 'ledger',
  usage: [
    {
      synopsis: [
        'ledger [--to ADDRESS] [--json]',
        'ledger setup|status|verify [--to ADDRESS] [--json]',
        'ledger search [WORDS] [--to ADDRESS] [--json]',
        'ledger export --out FOLDER [--to ADDRESS]',
      ],
      text: `writes conversations, calls, approvals and costs to a company's Postgres;
verify finds rows that were changed or are missing there;
export writes what you may read there as Parquet files, one for each table and month`,
    },
  ],
  options: { to: text, json: flag, out: nonBlank('--out needs a folder') },
  positionals: { min: 0, max: 100 },
  check({ positionals: [action, ...words], values: { out } }) {
    if ((action === 'export') !== (out !== undefined)) return 'ledger export needs --out FOLDER, and nothing else does';
    if (action === undefined) return null;
    if (!['setup', 'status', 'verify', 'search', 'export'].includes(action))
      return `ledger takes setup, status, verify, search or export, not “${action}”`;
    return action === 'search' || words.length === 0 ? null : `ledger ${action} takes nothing more`;
  },
  run: async (terminal) => (await import('./ledgerCommand.ts')).ledgerCommand(terminal),
});
