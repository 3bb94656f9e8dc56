// Opens an SQLite file: with Node's own SQLite, or, if its pages are encrypted, with libSQL, which has the same format and
// adds encryption of the file and its log.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** The part of Node's `DatabaseSync` that is used. */
export type Database = Pick<DatabaseSync, 'exec' | 'close' | 'isOpen' | 'isTransaction'> & {
  prepare(sql: string): Statement;
};

export type Statement = Pick<
  StatementSync,
  'run' | 'get' | 'all' | 'iterate' | 'setReturnArrays' | 'setReadBigInts'
> & {
  columns(): { name: string }[];
};

export interface DatabaseOptions {
  /** 32 bytes; null: not encrypted. */
  key: Buffer | null;
  /** Milliseconds to wait for another process. */
  timeout: number;
  readOnly?: boolean;
}

/** Throws errors with SQLite's number as `errcode`. */
export function openDatabase(path: string, { key, timeout, readOnly = false }: DatabaseOptions): Database {
  if (key === null) return new DatabaseSync(path, { timeout, readOnly });
  const { LibSql } = encrypting();
  const database = translated(numbered(() => new LibSql(path, { timeout, encryptionKey: key.toString('hex') })));
  database.exec(`PRAGMA busy_timeout = ${timeout}`);
  return database;
}

/** The part of libSQL's interface, which is that of better-sqlite3, that is used. */
interface LibSqlDatabase {
  readonly open: boolean;
  readonly inTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): LibSqlStatement;
  close(): void;
}

interface LibSqlStatement {
  run(...values: SQLInputValue[]): { changes: number; lastInsertRowid: number };
  get(...values: SQLInputValue[]): Record<string, unknown> | undefined;
  all(...values: SQLInputValue[]): unknown[];
  iterate(...values: SQLInputValue[]): Iterable<unknown>;
  raw(on: boolean): void;
  safeIntegers(on: boolean): void;
  columns(): { name: string }[];
}

type LibSql = new (path: string, options: { timeout: number; encryptionKey: string }) => LibSqlDatabase;

/** Whether libSQL, which has no build for some systems, loads here. */
export function encryptsDatabases(): boolean {
  try {
    encrypting();
    return true;
  } catch {
    return false;
  }
}

/** Loaded only for encrypted data. */
function encrypting(): { LibSql: LibSql } {
  const { createRequire } = process.getBuiltinModule('node:module');
  return { LibSql: createRequire(import.meta.url)('libsql') as LibSql };
}

function translated(database: LibSqlDatabase): Database {
  return {
    get isOpen() {
      return database.open;
    },
    get isTransaction() {
      return database.open && database.inTransaction;
    },
    exec: (sql) => numbered(() => database.exec(sql)),
    close: () => numbered(() => database.close()),
    prepare: (sql) => translatedStatement(numbered(() => database.prepare(sql))),
  };
}

function translatedStatement(statement: LibSqlStatement): Statement {
  return {
    run: ((...values: SQLInputValue[]) => numbered(() => statement.run(...values))) as Statement['run'],
    get: ((...values: SQLInputValue[]) => {
      const row = numbered(() => statement.get(...values));
      // A measurement that it adds to single rows.
      if (row) delete row._metadata;
      return row;
    }) as Statement['get'],
    all: ((...values: SQLInputValue[]) => numbered(() => statement.all(...values))) as Statement['all'],
    iterate: ((...values: SQLInputValue[]) => numbered(() => statement.iterate(...values))) as Statement['iterate'],
    setReturnArrays: (on) => statement.raw(on),
    setReadBigInts: (on) => statement.safeIntegers(on),
    columns: () => statement.columns(),
  };
}

function numbered<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const { rawCode } = thrown as { rawCode?: unknown };
    throw typeof rawCode === 'number' ? Object.assign(thrown as Error, { errcode: rawCode }) : thrown;
  }
}
