// The state of sync on this machine, in sync-state.db: what was uploaded, and what other devices have. Derived: if it is lost, it is
// rebuilt from the store and the data folder. After a power loss it may lack its last changes: this device's own log, in the store, has
// them.

import { rmSync } from 'node:fs';
import { type Database, openDatabase } from '../../../stores/files/database.ts';

const stateVersion = 1;

/** SQLite uses a partial index only for queries with its very condition. */
const schema = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE conversations (id TEXT PRIMARY KEY, position TEXT NOT NULL, stamp TEXT NOT NULL, next INTEGER NOT NULL,
    updatedAt TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE segments (device TEXT NOT NULL, conversation TEXT NOT NULL, n INTEGER NOT NULL, hash TEXT NOT NULL,
    bytes INTEGER NOT NULL, records INTEGER NOT NULL, froms TEXT NOT NULL, state TEXT NOT NULL, ids TEXT NOT NULL,
    fresh INTEGER NOT NULL DEFAULT 0, rewrite INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (device, conversation, n));
  CREATE INDEX segmentsIn ON segments (state);
  CREATE INDEX segmentsBad ON segments (conversation) WHERE rewrite = 1;
  CREATE TABLE registers (conversation TEXT NOT NULL, field TEXT NOT NULL, counter INTEGER NOT NULL, device TEXT NOT NULL,
    value TEXT, local TEXT, sent INTEGER NOT NULL, differs INTEGER NOT NULL, PRIMARY KEY (conversation, field)) WITHOUT ROWID;
  CREATE INDEX registersOpen ON registers (conversation) WHERE differs = 1;
  CREATE INDEX registersUnsent ON registers (conversation) WHERE sent = 0;
  CREATE TABLE removed (conversation TEXT NOT NULL, id TEXT NOT NULL, applied INTEGER NOT NULL, sent INTEGER NOT NULL,
    PRIMARY KEY (conversation, id)) WITHOUT ROWID;
  CREATE TABLE deleted (conversation TEXT PRIMARY KEY, applied INTEGER NOT NULL, sent INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE devices (id TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE garbage (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, conversation TEXT NOT NULL, n INTEGER NOT NULL,
    file TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE complaints (device TEXT NOT NULL, conversation TEXT NOT NULL, n INTEGER NOT NULL, file TEXT NOT NULL,
    PRIMARY KEY (device, conversation, n, file)) WITHOUT ROWID;
  CREATE TABLE files (device TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, parts INTEGER NOT NULL,
    sent INTEGER NOT NULL, PRIMARY KEY (device, hash)) WITHOUT ROWID;
  CREATE INDEX filesUnsent ON files (device) WHERE sent = 0;
  CREATE TABLE results (conversation TEXT NOT NULL, message TEXT NOT NULL, hash TEXT NOT NULL, sent INTEGER NOT NULL,
    PRIMARY KEY (conversation, message)) WITHOUT ROWID;
  CREATE INDEX resultsUnsent ON results (conversation) WHERE sent = 0;
  CREATE TABLE refs (hash TEXT NOT NULL, conversation TEXT NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY (hash, conversation, message)) WITHOUT ROWID;
`;

/** Also for a state of an earlier version. Without the state in it, SQLite reads all segments in that state for each conversation. */
const laterSchema = `
  CREATE TABLE IF NOT EXISTS outlines (conversation TEXT PRIMARY KEY, device TEXT NOT NULL, title TEXT NOT NULL,
    createdAt TEXT NOT NULL, parent TEXT NOT NULL, source TEXT NOT NULL, sent INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, stamp TEXT NOT NULL, pieces TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS segmentsInConversation ON segments (conversation, state);
  CREATE INDEX IF NOT EXISTS segmentsOpen ON segments (conversation) WHERE state IN ('new', 'waits');
  CREATE INDEX IF NOT EXISTS garbageOf ON garbage (conversation);
  CREATE INDEX IF NOT EXISTS filesByHash ON files (hash);
  CREATE INDEX IF NOT EXISTS outlinesUnsent ON outlines (conversation) WHERE sent = 0;
`;

/** Removed words do not stay in free pages. */
const pragmas = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON';

type Value = string | number | null;

export interface SyncState {
  all<Row>(sql: string, ...values: Value[]): Row[];
  get<Row>(sql: string, ...values: Value[]): Row | null;
  run(sql: string, ...values: Value[]): void;
  /** All of it or nothing. */
  transaction<T>(work: () => T): T;
  fact(name: string): string | null;
  setFact(name: string, value: string): void;
  /** Numbers are facts, too; 0 by default. */
  count(name: string): number;
  close(): void;
}

export interface Membership {
  space: string;
  device: string;
  /** Spaces that this device moved away from: what was deleted there stays deleted. */
  earlierSpaces: readonly string[];
}

/** Throws SQLite's errors. */
export function openSyncState(path: string, key: Buffer | null, membership: Membership): SyncState {
  const database = openCurrent(path, key, membership);
  const statements = new Map<string, ReturnType<Database['prepare']>>();
  const prepared = (sql: string): ReturnType<Database['prepare']> => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const state: SyncState = {
    all: <Row>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: Value[]) => (prepared(sql).get(...values) as Row | undefined) ?? null,
    run: (sql, ...values) => void prepared(sql).run(...values),
    transaction(work) {
      if (database.isTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        database.exec('COMMIT');
        return value;
      } catch (thrown) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw thrown;
      }
    },
    fact: (name) => state.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', name)?.value ?? null,
    setFact: (name, value) => state.run('INSERT OR REPLACE INTO facts VALUES (?, ?)', name, value),
    count: (name) => Number(state.fact(name) ?? 0),
    close: () => database.close(),
  };
  return state;
}

/** A file of another version, space or device, or no database at all is replaced. */
function openCurrent(path: string, key: Buffer | null, { space, device, earlierSpaces }: Membership): Database {
  const identity = `${space}/${device}`;
  let gone: Gone = { deleted: [], removed: [] };

  try {
    const database = openDatabase(path, { key, timeout: 5_000 });
    try {
      database.exec(pragmas);
      const version = (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
      if (version === 0) return create(database, identity);
      const row = database.prepare("SELECT value FROM facts WHERE name = 'space'").get() as
        | { value: string }
        | undefined;
      if (version === stateVersion && row?.value === identity) {
        database.exec(laterSchema);
        return database;
      }
      if (version === stateVersion && earlierSpaces.some((earlier) => row?.value === `${earlier}/${device}`)) {
        gone = readGone(database);
      }
    } catch (thrown) {
      const { errcode } = thrown as { errcode?: number };
      // SQLITE_CORRUPT and SQLITE_NOTADB.
      if (![11, 26].includes((errcode ?? 0) & 0xff)) throw thrown;
    }
    database.close();
  } catch (thrown) {
    const { errcode } = thrown as { errcode?: number };
    if (![11, 26].includes((errcode ?? 0) & 0xff)) throw thrown;
  }
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  const fresh = openDatabase(path, { key, timeout: 5_000 });
  fresh.exec(pragmas);
  return create(fresh, identity, gone);
}

interface Gone {
  deleted: { conversation: string; applied: number }[];
  removed: { conversation: string; id: string; applied: number }[];
}

function readGone(database: Database): Gone {
  return {
    deleted: database.prepare('SELECT conversation, applied FROM deleted').all() as unknown as Gone['deleted'],
    removed: database.prepare('SELECT conversation, id, applied FROM removed').all() as unknown as Gone['removed'],
  };
}

function create(
  database: Database,
  identity: string,
  { deleted, removed }: Gone = { deleted: [], removed: [] },
): Database {
  database.exec(`BEGIN; ${schema} ${laterSchema} PRAGMA user_version = ${stateVersion}`);
  database.prepare("INSERT INTO facts VALUES ('space', ?)").run(identity);
  const deletion = database.prepare('INSERT INTO deleted VALUES (?, ?, 0)');
  for (const { conversation, applied } of deleted) deletion.run(conversation, applied);
  const removal = database.prepare('INSERT INTO removed VALUES (?, ?, ?, 0)');
  for (const { conversation, id, applied } of removed) removal.run(conversation, id, applied);
  database.exec('COMMIT');
  return database;
}
