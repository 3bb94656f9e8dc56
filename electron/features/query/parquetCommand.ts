// throughline query --to parquet: the rows of each view as a Parquet file for each month.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { columnsOf, monthColumn, type ViewName, viewNames } from '../../../shared/features/query/views.ts';
import { type ExitCode, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { writeParquetParts } from './parquetFile.ts';
import { progressText } from './queryService.ts';

/** A day: a large archive may take long, and no SQL of others runs. */
const limits = { ms: 86_400_000 };
/** As Hive, Spark and DuckDB name it: the column is null. */
const noMonth = '__HIVE_DEFAULT_PARTITION__';

interface ArchiveFile {
  path: string;
  rows: number;
}

export async function parquetCommand(terminal: Terminal, out: string): Promise<ExitCode> {
  const folder = resolve(terminal.folder, out);
  const taken = viewNames.map((view) => join(folder, view)).find((path) => existsSync(path));
  if (taken !== undefined) {
    terminal.err(`${taken} already exists. Choose another folder.\n`);
    return 1;
  }
  let hasRows = false;
  for (const view of viewNames) {
    const written = await writeView(terminal, view, join(folder, view));
    terminal.progress(null);
    if (terminal.signal.aborted) return 130;
    if (!written.ok) return reportError(terminal, written.error);
    for (const { path, rows } of written.value) terminal.out(`${path}: ${rows.toLocaleString('en')} rows\n`);
    hasRows ||= written.value.length > 0;
  }
  if (!hasRows) terminal.out('There is nothing to write yet.\n');
  return 0;
}

async function writeView(
  { core, signal, progress }: Terminal,
  view: ViewName,
  folder: string,
): Promise<Result<ArchiveFile[]>> {
  const columns = columnsOf(view);
  const at = columns.findIndex(({ name }) => name === monthColumn(view));
  const pathOf = (month: string): string => join(folder, `month=${month}`, 'rows.parquet');
  let rows = 0;
  const written = await writeParquetParts({ pathOf, partOf: (row) => monthOf(String(row[at] ?? '')) }, columns, (add) =>
    core.queries.run(`SELECT * FROM ${view}`, {
      signal,
      limits,
      onProgress: (done, total) => progress(progressText(done, total)),
      onColumns: () => {},
      onRows(batch) {
        for (const row of batch) add(row);
        rows += batch.length;
        progress(`Writing ${view}: ${rows.toLocaleString('en')} rows`);
        return true;
      },
    }),
  );
  if (!written.ok) return written;
  const months = [...written.value].sort(([one], [other]) => one.localeCompare(other));
  return ok(months.map(([month, count]) => ({ path: pathOf(month), rows: count })));
}

/** Dates are texts that anyone may have written. */
function monthOf(time: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-/.test(time)) return noMonth;
  return time < '2000' ? 'before-2000' : time >= '2100' ? 'after-2099' : time.slice(0, 7);
}
