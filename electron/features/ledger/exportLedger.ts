// throughline ledger export: the rows that the user may read in the ledger, as of one moment, as Parquet files for each table and
// month. They have all that the hash of a row is made of.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { diskReason, folderMode } from '../../stores/files/disk.ts';
import { type ParquetColumn, writeParquet } from '../query/parquetFile.ts';
import type { LedgerConnection } from './connection.ts';
import { type FieldKind, tables } from './tables.ts';

/** Each may have texts of a megabyte. */
const rowsAtOnce = 200;

type Row = Record<string, string | number | boolean | Date | null>;

interface ArchiveFile {
  path: string;
  rows: number;
}

interface Progress {
  signal: AbortSignal;
  onProgress(table: string, rows: number): void;
}

export async function exportLedger(
  { ask }: LedgerConnection,
  folder: string,
  progress: Progress,
): Promise<Result<ArchiveFile[]>> {
  let done: Result<ArchiveFile[]> = ok([]);
  // One moment for all tables, so that the chains are whole.
  const answer = await ask((sql: Sql) =>
    sql.begin('isolation level repeatable read read only', async (moment) => {
      done = await exportTables(moment, folder, progress);
    }),
  );
  return answer.ok ? done : answer;
}

async function exportTables(
  sql: TransactionSql,
  folder: string,
  { signal, onProgress }: Progress,
): Promise<Result<ArchiveFile[]>> {
  const files: ArchiveFile[] = [];
  for (const [table, fields] of Object.entries(tables)) {
    const columns = columnsOf(Object.entries(fields));
    const months = await sql<{ from: string; until: string; month: string }[]>`
      select from_at::text as from, until_at::text as until, case from_at when '-infinity' then 'before-2000'
        when '2100-01-01Z' then 'after-2099' else to_char(from_at at time zone 'UTC', 'YYYY-MM') end as month
      from throughline.months(${table}) order by from_at`;
    for (const { from, until, month } of months) {
      const batches = sql
        .unsafe<Row[]>(queryFor(table, columns), [from, until])
        .cursor(rowsAtOnce)
        [Symbol.asyncIterator]();
      const first = await batches.next();
      if (first.done) continue;
      const path = join(folder, table, `month=${month}`, 'rows.parquet');
      try {
        mkdirSync(dirname(path), { recursive: true, mode: folderMode });
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`${path} could not be written: ${diskReason(thrown)}.`);
      }
      let rows = 0;
      const file = await writeParquet(path, columns, async (add) => {
        for (let batch: IteratorResult<Row[]> = first; !batch.done; batch = await batches.next()) {
          if (signal.aborted) return fail('CANCELLED', say`The export was stopped.`);
          for (const row of batch.value) add(columns.map((column) => cellOf(column, row[column.name] ?? null)));
          rows += batch.value.length;
          onProgress(table, rows);
        }
        return ok(undefined);
      });
      if (!file.ok) return file;
      files.push({ path, rows: file.value });
    }
  }
  return ok(files);
}

const columnTypes = { text: 'text', content: 'text', count: 'integer', flag: 'flag', money: 'real' } as const;

function columnsOf(fields: readonly [name: string, kind: FieldKind][]): ParquetColumn[] {
  const content: ParquetColumn[] = [
    { name: 'salt', type: 'text' },
    { name: 'content_hash', type: 'text' },
  ];
  return [
    { name: 'id', type: 'text', required: true },
    { name: 'at', type: 'moment', required: true },
    { name: 'user_name', type: 'text', required: true },
    { name: 'team', type: 'text' },
    { name: 'device', type: 'text', required: true },
    { name: 'seq', type: 'integer', required: true },
    { name: 'prev', type: 'text', required: true },
    { name: 'hash', type: 'text', required: true },
    ...fields.map(([name, kind]) => ({ name, type: columnTypes[kind] })),
    ...(fields.some(([, kind]) => kind === 'content') ? content : []),
    { name: 'written_at', type: 'moment', required: true },
  ];
}

/** Hashes in hexadecimal. */
const binary = new Set(['prev', 'hash', 'salt', 'content_hash']);

function queryFor(table: string, columns: readonly ParquetColumn[]): string {
  const list = columns.map(({ name }) => (binary.has(name) ? `encode(${name}, 'hex') as ${name}` : name)).join(', ');
  return `select ${list} from throughline.${table}
    where at >= $1::text::timestamptz and at < $2::text::timestamptz order by at, id`;
}

/** Whole numbers and money come as text. */
function cellOf({ type }: ParquetColumn, value: Row[string]): Row[string] | bigint {
  if (value === null || value === undefined) return null;
  if (type === 'integer') return BigInt(String(value));
  return type === 'real' ? Number(value) : value;
}
