// Runs a checked query on query.db in batches. SQLite refuses everything but reading the views: the file is opened
// read-only, an authorizer denies the rest, and with encrypted data, whose SQLite has none, `query_only` does.

import { constants, type DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Cell } from '../../../shared/features/query/methods.ts';
import { viewNames } from '../../../shared/features/query/views.ts';
import type { Database } from '../../stores/files/database.ts';
import { checkNames, type Forbidden, placeOfError, refused } from './checkQuery.ts';

/** Rows and characters of a batch. */
const batchLimits = { rows: 500, characters: 500_000 };

export interface QueryBatches {
  columns: string[];
  /** Throws SQLite's errors. */
  batches: Iterable<Cell[][]>;
}

/** The functions of SQL that a query may call: none opens a file, runs SQL or describes the machine. */
const functions = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist
  current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat
  hex if ifnull iif instr json json_array json_array_length json_extract json_group_array json_group_object json_insert
  json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid julianday lag
  last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod nth_value ntile nullif
  octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote radians random randomblob rank
  replace round row_number rtrim sign sin sinh sqrt strftime string_agg substr substring sum tan tanh time timediff total trim
  trunc typeof unhex unicode unixepoch unlikely upper zeroblob -> ->>`.split(/\s+/),
);
/** Tables that SQLite computes. */
const computedTables = ['json_each', 'json_tree', 'generate_series'];

/** Reads the views, and nothing else. */
export interface RestrictedDatabase {
  database: Database;
  /** Lower-case names that this build of SQLite adds to that: libSQL's has functions that read and write files. */
  forbidden: Forbidden;
}

export function restrictToViews(database: Database): RestrictedDatabase {
  const namesIn = (list: string): string[] =>
    database
      .prepare(`SELECT DISTINCT lower(name) AS name FROM ${list}`)
      .all()
      .map(({ name }) => String(name));
  const forbidden = {
    functions: new Set(namesIn('pragma_function_list').filter((name) => !functions.has(name))),
    tables: new Set(namesIn('pragma_module_list').filter((name) => !computedTables.includes(name))),
  };
  // Sorting must not write private data to temporary files.
  database.exec('PRAGMA temp_store = MEMORY; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF');
  const native = database as Partial<DatabaseSync>;
  native.enableDefensive?.(true);
  native.setAuthorizer?.(authorize);
  return { database, forbidden };
}

function authorize(
  action: number,
  first: string | null,
  second: string | null,
  _database: string | null,
  view: string | null,
) {
  const { SQLITE_OK, SQLITE_DENY } = constants;
  if (action === constants.SQLITE_SELECT || action === constants.SQLITE_RECURSIVE) return SQLITE_OK;
  if (action === constants.SQLITE_FUNCTION) return functions.has(second?.toLowerCase() ?? '') ? SQLITE_OK : SQLITE_DENY;
  if (action !== constants.SQLITE_READ) return SQLITE_DENY;
  const table = first ?? '';
  if (!/^(?:sqlite_|stored_)/i.test(table)) return SQLITE_OK;
  if (!table.startsWith('stored_')) return SQLITE_DENY;
  // Through a view, which SQLite names, except when it only counts rows and reads no column.
  return second === '' || (viewNames as readonly (string | null)[]).includes(view) ? SQLITE_OK : SQLITE_DENY;
}

export function startQuery({ database, forbidden }: RestrictedDatabase, sql: string): Result<QueryBatches> {
  const named = checkNames(sql, forbidden);
  if (!named.ok) return named;
  try {
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return ok({ columns, batches: batchesOf(statement.iterate() as Iterable<unknown[]>) });
  } catch (thrown) {
    return queryError(database, sql, thrown);
  }
}

function* batchesOf(rows: Iterable<unknown[]>): Generator<Cell[][]> {
  let batch: Cell[][] = [];
  let characters = 0;
  for (const row of rows) {
    const cells = row.map(cellOf);
    batch.push(cells);
    for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 8;
    if (batch.length < batchLimits.rows && characters < batchLimits.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? value : null;
}

export function queryError(database: Database, sql: string, thrown: unknown): ReturnType<typeof fail> {
  const { errcode, message } = thrown as { errcode?: number; message?: string };
  const code = Number(errcode) & 0xff;
  if (code === 7)
    return fail('NOT_SUPPORTED', say`The query needs more memory than it may use. Read fewer rows, or sort less.`);
  const text = String(message).replace(/^SqliteError: /, '');
  if (/not authorized|prohibited|access to .* is denied|readonly database/.test(text)) {
    return refused(say`A query can only read the views, not change or open anything.`, sql, 0);
  }
  const fails = (beginning: string): string | null => {
    try {
      database.prepare(beginning);
      return null;
    } catch (again) {
      return (again as Error).message;
    }
  };
  return refused(text, sql, placeOfError(sql, text, fails));
}
