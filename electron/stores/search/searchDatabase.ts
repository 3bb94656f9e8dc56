// search.db: which text stands where in the conversations. Derived from them: when it is missing, damaged or of another
// version it is made again. The texts are not in it, but what their words are made of is, so freed space is overwritten.
// One process at a time writes (see indexLock); anyone may read beside it.

import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileMode } from '../files/disk.ts';
import { OtherVersion } from '../files/otherVersion.ts';

const searchSchemaVersion = 2;

/** Milliseconds that a statement waits where a program that knows nothing of our lock holds the file. */
const busyMs = 40;
const busyCodes = [5, 6];
/** SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, and SQLITE_ERROR: a table that should be there is not. */
const damagedCodes = [11, 26, 14, 1];

/**
 * conversations: how far each has been read. `file` is the inode of messages.json; `size` and `mtime` are those of the file
 * that was read to its end (`whole`); lastStart, lastLength and lastHash are of the last record that is indexed.
 * docs: a record (start and length in messages.json, hash of its id; `renamed` when the id was taken), or a piece of a large
 * result (`owner` is its record; start and length in its file).
 * calls: a tool call: the record that asked and its place in it, the hash of its id, its outcome (`outcomes`), when it was asked
 * for (milliseconds), and the record of its result with the last piece of it. A call by a person is its own result.
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

/** Opens it for writing, and makes it when it is new. Throws; `isDamage` and `isBusy` tell what it was. */
export function openForWriting(path: string, generation: string): DatabaseSync {
  // What is in it comes from what people said: the file is made for its owner alone before SQLite would make it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode));
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 16000000',
    );
    const found = versionOf(database);
    if (found === searchSchemaVersion) {
      checkTables(database);
      return database;
    }
    if (found !== 0) throw new OtherVersion(found);
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

/** Opens it for reading; null when it is not there, or not made to the end. Throws when it is damaged. */
export function openForReading(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyMs });
  try {
    database.exec('PRAGMA cache_size = -16000');
    const found = versionOf(database);
    if (found === searchSchemaVersion) {
      checkTables(database);
      return database;
    }
    database.close();
    if (found === 0) return null;
    throw new OtherVersion(found);
  } catch (thrown) {
    if (database.isOpen) database.close();
    throw thrown;
  }
}

/** Throws where a table is missing. */
function checkTables(database: DatabaseSync): void {
  const row = database.prepare('SELECT generation FROM about').get();
  if (!row) throw new OtherVersion(0);
  database.prepare('SELECT id, folded FROM conversations LIMIT 0');
  database.prepare('SELECT id, hash FROM docs LIMIT 0');
  database.prepare('SELECT id, resultEnd FROM calls LIMIT 0');
  database.prepare('SELECT id, deleted FROM shards LIMIT 0');
}

/** Prepares each statement once: for a short conversation that costs more than to run it. */
export function preparedOnce(database: DatabaseSync): Pick<DatabaseSync, 'prepare'> {
  const prepared = new Map<string, StatementSync>();
  return {
    prepare(sql) {
      const before = prepared.get(sql);
      if (before) return before;
      const made = database.prepare(sql);
      prepared.set(sql, made);
      return made;
    },
  };
}

export function generationOf(database: DatabaseSync): string {
  return String(database.prepare('SELECT generation FROM about').get()?.generation);
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

export function isBusy(thrown: unknown): boolean {
  return busyCodes.includes(resultCode(thrown));
}

/** True when making it again is the remedy. */
export function isDamage(thrown: unknown): boolean {
  return thrown instanceof OtherVersion || damagedCodes.includes(resultCode(thrown));
}

function resultCode(thrown: unknown): number {
  return Number((thrown as { errcode?: unknown } | null)?.errcode) & 0xff;
}

/** What tells this file from one that was put in its place; null when it is not there, or has been emptied. */
export function inodeOf(path: string): bigint | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && stats.size > 0n ? stats.ino : null;
  } catch {
    return null;
  }
}

/** Only for the one who has the lock: nobody else makes it meanwhile. */
export function discardDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
}
