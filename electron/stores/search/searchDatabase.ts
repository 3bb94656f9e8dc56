// search.db: which text is where. Derived, and rebuilt if missing, damaged or of another version. Holds tokens rather
// than the texts, so freed space is still overwritten. One writer at a time (see indexLock); readers are unrestricted.

import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { type Database, openDatabase, type Statement } from '../files/database.ts';
import { fileMode } from '../files/disk.ts';
import { OtherVersion } from '../files/otherVersion.ts';

const searchSchemaVersion = 2;

/** Milliseconds that a statement waits when a program unaware of our lock holds the file. */
const busyMs = 40;
const busyCodes = [5, 6];
/** SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, and SQLITE_ERROR (a missing table). */
const damagedCodes = [11, 26, 14, 1];

/**
 * conversations: indexing progress. `file` is the inode of messages.json; `size` and `mtime` are from when it was read
 * to its end (`whole`); lastStart, lastLength and lastHash describe the last indexed record.
 * docs: a record (offset and length in messages.json, ID hash; `renamed` if the ID was taken), or a piece of a large
 * result (`owner` is its record; offset and length in its file).
 * calls: a tool call: the calling record and the index in it, ID hash, outcome (`outcomes`), start (milliseconds), and
 * its result's record and last piece. A user's call is its own result.
 * shards: the texts of docs first..last are in the tables tri<id> and pair<id>.
 */
const schema = `
  CREATE TABLE about(id INTEGER PRIMARY KEY CHECK (id = 1), generation TEXT NOT NULL);
  CREATE TABLE conversations(
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, projectId TEXT NOT NULL,
    file TEXT NOT NULL, size INTEGER NOT NULL, mtime TEXT NOT NULL, metaStamp TEXT NOT NULL,
    title TEXT NOT NULL, folded TEXT NOT NULL, derived TEXT NOT NULL, updatedAt TEXT NOT NULL,
    layout TEXT NOT NULL, whole INTEGER NOT NULL,
    lastStart INTEGER NOT NULL, lastLength INTEGER NOT NULL, lastHash TEXT NOT NULL,
    messages INTEGER NOT NULL, damage INTEGER NOT NULL, above TEXT NOT NULL
  );
  CREATE TABLE docs(
    id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, owner INTEGER, start INTEGER NOT NULL, length INTEGER NOT NULL,
    hash INTEGER, renamed INTEGER
  );
  CREATE INDEX docs_by_message ON docs(conversation, hash);
  CREATE TABLE calls(
    id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, doc INTEGER NOT NULL, place INTEGER NOT NULL,
    callHash INTEGER NOT NULL, tool TEXT NOT NULL, outcome INTEGER NOT NULL, at INTEGER NOT NULL, changed INTEGER NOT NULL,
    result INTEGER, resultEnd INTEGER
  );
  CREATE INDEX calls_by_id ON calls(conversation, callHash);
  CREATE INDEX calls_by_doc ON calls(doc);
  CREATE INDEX calls_by_result ON calls(result) WHERE result IS NOT NULL;
  CREATE INDEX calls_by_time ON calls(at, id, tool, outcome, changed, conversation);
  CREATE TABLE shards(
    id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, docs INTEGER NOT NULL, units INTEGER NOT NULL,
    deleted INTEGER NOT NULL
  );
`;

/** Opens it for writing, creating it if needed. Throws; classify errors with `isDamageError` and `isBusyError`. */
export function openForWriting(path: string, key: Buffer | null, generation: string): Database {
  // It derives from private conversations: create the file with owner-only access before SQLite does.
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode));
  const database = openDatabase(path, { key, timeout: busyMs });
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 16000000',
    );
    const storedVersion = versionOf(database);
    if (storedVersion === searchSchemaVersion) {
      checkTables(database);
      return database;
    }
    if (storedVersion !== 0) throw new OtherVersion(storedVersion);
    database.exec('BEGIN IMMEDIATE');
    database.exec(schema);
    database.prepare('INSERT INTO about VALUES (1, ?)').run(generation);
    database.exec(`PRAGMA user_version = ${searchSchemaVersion}; COMMIT`);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Opens it for reading; null if missing or incomplete. Throws if damaged. */
export function openForReading(path: string, key: Buffer | null): Database | null {
  if (!existsSync(path)) return null;
  const database = openDatabase(path, { key, readOnly: true, timeout: busyMs });
  try {
    database.exec('PRAGMA cache_size = -16000');
    const storedVersion = versionOf(database);
    if (storedVersion === searchSchemaVersion) {
      checkTables(database);
      return database;
    }
    database.close();
    if (storedVersion === 0) return null;
    throw new OtherVersion(storedVersion);
  } catch (thrown) {
    if (database.isOpen) database.close();
    throw thrown;
  }
}

/** Throws if a table is missing. */
function checkTables(database: Database): void {
  const row = database.prepare('SELECT generation FROM about').get();
  if (!row) throw new OtherVersion(0);
  database.prepare('SELECT id, folded FROM conversations LIMIT 0');
  database.prepare('SELECT id, hash FROM docs LIMIT 0');
  database.prepare('SELECT id, resultEnd FROM calls LIMIT 0');
  database.prepare('SELECT id, deleted FROM shards LIMIT 0');
}

/** Caches prepared statements: for a short conversation, preparing costs more than running. */
export function withStatementCache(database: Database): Pick<Database, 'prepare'> {
  const prepared = new Map<string, Statement>();
  return {
    prepare(sql) {
      const before = prepared.get(sql);
      if (before) return before;
      const statement = database.prepare(sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

export function generationOf(database: Database): string {
  return String(database.prepare('SELECT generation FROM about').get()?.generation);
}

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

export function isBusyError(thrown: unknown): boolean {
  return busyCodes.includes(resultCode(thrown));
}

/** True if rebuilding helps. */
export function isDamageError(thrown: unknown): boolean {
  return thrown instanceof OtherVersion || damagedCodes.includes(resultCode(thrown));
}

function resultCode(thrown: unknown): number {
  return Number((thrown as { errcode?: unknown } | null)?.errcode) & 0xff;
}

/** Distinguishes this file from a replacement; null if missing or empty. */
export function inodeOf(path: string): bigint | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && stats.size > 0n ? stats.ino : null;
  } catch {
    return null;
  }
}

/** The caller must hold the lock, so that nobody recreates it meanwhile. */
export function discardDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
}
