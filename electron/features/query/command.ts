// throughline query.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank, oneOf, positiveInteger } from '../../host/terminal/options.ts';

export const query = defineCommand({
  name: 'query',
  usage: [
    {
      synopsis: 'query SQL [--limit N] [--json | --csv]',
      text: `answers a SELECT over the views conversations, messages, calls, files and costs of this machine,
as a table, JSON or CSV. Nothing is changed. A table has up to 1,000 rows, unless --limit is given`,
    },
    { synopsis: 'query --views', text: 'lists the columns of the views' },
    {
      synopsis: 'query --to parquet --out FOLDER',
      text: 'writes each view as Parquet files, one for each month, for an archive or a warehouse',
    },
  ],
  options: {
    limit: positiveInteger,
    json: flag,
    csv: flag,
    views: flag,
    to: oneOf(['parquet']),
    out: nonBlank('--out needs a folder'),
  },
  positionals: { min: 0, max: 1 },
  check({ positionals, values }) {
    const { json, csv, views, to, out, limit } = values;
    const hasQuery = positionals.length > 0;
    if (json && csv) return 'Use either --json or --csv, not both';
    if ((to === undefined) !== (out === undefined)) return '--to parquet needs --out FOLDER';
    if (Number(hasQuery) + Number(views) + Number(to !== undefined) !== 1) {
      return 'query needs one of: a SELECT in quotation marks, --views, or --to parquet';
    }
    if (!hasQuery && (json || csv || limit !== undefined)) return '--json, --csv and --limit need a SELECT';
    return positionals[0]?.trim() === '' ? 'query needs a SELECT' : null;
  },
  printsExactly: true,
  run: async (terminal) => (await import('./queryCommand.ts')).queryCommand(terminal),
});
