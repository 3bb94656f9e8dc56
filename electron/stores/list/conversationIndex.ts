// index.db: list rows of the conversations, and which of them changed. Derived: if the index is missing, damaged,
// outdated or locked, the list is read from the conversations and the index is rebuilt.

import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../../lib/log.ts';
import { type Database, openDatabase } from '../files/database.ts';
import { diskReason, fileMode } from '../files/disk.ts';
import { OtherVersion } from '../files/otherVersion.ts';
import { indexVersion } from './indexFormat.ts';

export interface IndexRow {
  id: string;
  projectId: string;
  title: string;
  /** The title without a user-given name. */
  derivedTitle: string;
  createdAt: string;
  updatedAt: string;
  /** Null until counted. */
  messageCount: number | null;
  /** The parent conversation of a sub-agent; otherwise empty. */
  parentId: string;
  /** 1 if pinned in meta.json, else 0. */
  pinned: number;
  archived: number;
  unread: number;
  /** Who set the title; empty for nobody. */
  namedBy: '' | 'model' | 'person';
  /** How the log ends, unless it ends normally. */
  ending: '' | 'failed' | 'interrupted';
  /** `{path, branch}` as JSON, or empty. */
  worktree: string;
  /** Names as a JSON array, or empty. */
  tags: string;
  /** Stamp of messages.json when read: `<inode>:<bytes>:<mtime in nanoseconds>`. */
  logStamp: string;
  /** The same for meta.json; empty if it does not exist. */
  metaStamp: string;
}

export interface ConversationIndex {
  rows(): ReadonlyMap<string, IndexRow>;
  /**
   * Returns pinned rows, the newest `count` (without archived ones and sub-agents), and the rows in `also`. Null if
   * there are no others, or no index.
   */
  newest(count: number, also: readonly string[]): IndexRow[] | null;
  /**
   * `changed`: conversations that this process changed, published to other processes. Returns false if the index could
   * not be written now.
   */
  write(change: { put: readonly IndexRow[]; remove: readonly string[]; changed: readonly string[] }): boolean;
  /** Conversations that other processes changed since the last call; the first call starts tracking. */
  outsideChanges(): string[];
  /** Removes a conversation's row from every byte of the file, so that its title cannot be recovered; or drops the whole index. */
  scrub(id: string): void;
  /** Deletes the index; the next query rebuilds it. */
  drop(): void;
  close(): void;
}

/** Milliseconds that a write may wait for another process. Blocks this process meanwhile. */
const busyMs = 40;
/** Changes kept for processes that check late. */
const keptChanges = 5_000;
/** SQLITE_BUSY and SQLITE_LOCKED; SQLITE_READONLY and SQLITE_FULL may succeed later. */
const busyCodes = [5, 6, 8, 13];

const columns: readonly (keyof IndexRow)[] = [
  ...(['id', 'projectId', 'title', 'derivedTitle', 'createdAt', 'updatedAt', 'messageCount', 'parentId'] as const),
  ...(['pinned', 'archived', 'unread', 'namedBy', 'ending', 'worktree', 'tags', 'logStamp', 'metaStamp'] as const),
];

const schema = `
  CREATE TABLE conversations(
    id TEXT PRIMARY KEY, projectId TEXT NOT NULL, title TEXT NOT NULL, derivedTitle TEXT NOT NULL,
    createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, messageCount INTEGER, parentId TEXT NOT NULL,
    pinned INTEGER NOT NULL, archived INTEGER NOT NULL, unread INTEGER NOT NULL,
    namedBy TEXT NOT NULL, ending TEXT NOT NULL, worktree TEXT NOT NULL,
    tags TEXT NOT NULL, logStamp TEXT NOT NULL, metaStamp TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE changes(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, writer TEXT NOT NULL);
`;

/** `isStale`: the key is no longer that of the data; the index then belongs to other processes. */
export function createConversationIndex(
  path: string,
  key: Buffer | null,
  writer: string,
  log: Log,
  isStale: () => boolean = () => false,
): ConversationIndex {
  const memory = new Map<string, IndexRow>();
  let database: Database | null = null;
  let inode: number | null = null;
  /** The database version that `memory` was copied from. */
  let copied: number | null = null;
  let lastSeen: number | null = null;
  let closed = false;
  let hasToldWhy = false;

  function open(): Database | null {
    if (closed || !existsSync(dirname(path))) return null;
    if (isStale()) {
      shut();
      return null;
    }
    if (database && inode === inodeOf(path)) return database;
    shut();
    for (const attempt of ['open', 'anew']) {
      try {
        if (attempt === 'anew') removeFile();
        database = openIndex(path, key);
        const opened = inodeOf(path);
        // Another process deleted the file: the numbers of changes begin again.
        if (inode !== null && inode !== opened && lastSeen !== null) lastSeen = 0;
        inode = opened;
        return database;
      } catch (thrown) {
        shut();
        if (busyCodes.includes(errorNumber(thrown))) return null;
        // libSQL is missing, for instance: the file may be whole, and other processes may read it.
        if (!isFault(thrown)) {
          if (!hasToldWhy)
            log('warning', `index.db could not be opened: ${diskReason(thrown)}`, 'INDEX_UNREADABLE', {
              reason: thrown,
            });
          hasToldWhy = true;
          return null;
        }
        if (thrown instanceof OtherVersion)
          log('info', 'The conversation list is being rebuilt for this version.', 'INDEX_VERSION');
        else
          log('warning', `index.db could not be opened and is being rebuilt: ${diskReason(thrown)}`, 'INDEX_REBUILT', {
            reason: thrown,
          });
      }
    }
    return null;
  }

  function shut(): void {
    try {
      database?.close();
    } catch {}
    database = null;
    copied = null;
  }

  /** Runs `work` on the database; returns null if it is unavailable. A damaged database is deleted. */
  function attempt<T>(work: (open: Database) => T): T | null {
    const current = open();
    if (!current) return null;
    try {
      return work(current);
    } catch (thrown) {
      if (busyCodes.includes(errorNumber(thrown))) return null;
      log('warning', `index.db could not be used and is being rebuilt: ${diskReason(thrown)}`, 'INDEX_REBUILT', {
        reason: thrown,
      });
      removeFile();
      return null;
    }
  }

  function removeFile(): void {
    shut();
    if (!isStale()) discard(path);
    lastSeen = 0;
  }

  function version(open: Database): number {
    return Number(open.prepare('PRAGMA data_version').get()?.data_version);
  }

  return {
    rows() {
      attempt((open) => {
        const now = version(open);
        if (copied === now) return;
        memory.clear();
        for (const row of allRows(open)) memory.set(row.id, row);
        copied = now;
      });
      return memory;
    },

    newest(count, also) {
      if (!existsSync(path)) return null;
      return attempt((open) => {
        const changes = open
          .prepare(
            `SELECT * FROM conversations WHERE parentId = '' AND archived = 0
             ORDER BY pinned DESC, updatedAt DESC, id DESC LIMIT ?`,
          )
          .all(count + 1) as unknown as IndexRow[];
        if (changes.length <= count) return null;
        const first = changes.slice(0, count);
        const one = open.prepare('SELECT * FROM conversations WHERE id = ?');
        const others = also.filter((id) => !first.some((row) => row.id === id)).map((id) => one.get(id));
        return [...first, ...(others.filter((row) => row !== undefined) as unknown as IndexRow[])];
      });
    },

    write({ put, remove, changed }) {
      for (const row of put) memory.set(row.id, row);
      for (const id of remove) memory.delete(id);
      const written = attempt((open) => {
        inTransaction(open, () => {
          const insert = open.prepare(
            `INSERT OR REPLACE INTO conversations VALUES (:id, :projectId, :title, :derivedTitle, :createdAt, :updatedAt,
               :messageCount, :parentId, :pinned, :archived, :unread, :namedBy, :ending, :worktree, :tags, :logStamp, :metaStamp)`,
          );
          for (const row of put) insert.run({ ...row });
          const drop = open.prepare('DELETE FROM conversations WHERE id = ?');
          for (const id of remove) drop.run(id);
          const note = open.prepare('INSERT INTO changes(id, writer) VALUES (?, ?)');
          for (const id of changed) note.run(id, writer);
          if (changed.length > 0) {
            open.prepare('DELETE FROM changes WHERE seq <= (SELECT max(seq) FROM changes) - ?').run(keptChanges);
          }
        });
        return true;
      });
      return written ?? false;
    },

    outsideChanges() {
      // Without an index nothing has been noted yet, so all of its notes will be new.
      if (lastSeen === null && !existsSync(path)) lastSeen = 0;
      const changedIds = attempt((open) => {
        const newest = Number(open.prepare('SELECT coalesce(max(seq), 0) AS seq FROM changes').get()?.seq);
        const since = lastSeen === null ? newest : newest < lastSeen ? 0 : lastSeen;
        lastSeen = newest;
        if (since === newest) return [];
        return open
          .prepare('SELECT DISTINCT id FROM changes WHERE seq > ? AND seq <= ? AND writer <> ?')
          .all(since, newest, writer)
          .map((row) => String(row.id));
      });
      // What is noted until the index can be read is new, too.
      if (changedIds === null) lastSeen ??= 0;
      return changedIds ?? [];
    },

    scrub(id) {
      memory.delete(id);
      const scrubbed = attempt((open) => {
        open.prepare('DELETE FROM conversations WHERE id = ?').run(id);
        // Overwritten rows survive in free pages and in the WAL.
        open.exec('VACUUM');
        return Number(open.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0;
      });
      // Another process has it now. It is derived, so nothing is lost.
      if (scrubbed || !existsSync(path)) return;
      removeFile();
    },

    drop() {
      memory.clear();
      removeFile();
    },

    close() {
      shut();
      closed = true;
    },
  };
}

/** Reads the rows from the file, for a check; null if there is no file. Throws if it is damaged or locked. */
export function readIndexRows(path: string, key: Buffer | null): IndexRow[] | null {
  if (!existsSync(path)) return null;
  const database = openDatabase(path, { key, readOnly: true, timeout: busyMs });
  try {
    return allRows(database);
  } finally {
    database.close();
  }
}

/** As arrays, which take two thirds of the time of objects. */
function allRows(database: Database): IndexRow[] {
  const statement = database.prepare(`SELECT ${columns.join(', ')} FROM conversations`);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as unknown[][];
  return rows.map((cells) => {
    const [id, projectId, title, derivedTitle, createdAt, updatedAt, messageCount, parentId, ...others] = cells;
    const [pinned, archived, unread, namedBy, ending, worktree, tags, logStamp, metaStamp] = others;
    const row = { id, projectId, title, derivedTitle, createdAt, updatedAt, messageCount, parentId };
    return { ...row, pinned, archived, unread, namedBy, ending, worktree, tags, logStamp, metaStamp } as IndexRow;
  });
}

function openIndex(path: string, key: Buffer | null): Database {
  // Titles are private: create the file with owner-only access before SQLite does.
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode));
  const database = openDatabase(path, { key, timeout: busyMs });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === indexVersion) return database;
    if (version !== 0) throw new OtherVersion(version);
    inTransaction(database, () => {
      // Another process may have just created it.
      if (Number(database.prepare('PRAGMA user_version').get()?.user_version) === indexVersion) return;
      database.exec(`${schema} PRAGMA user_version = ${indexVersion};`);
    });
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function inTransaction(database: Database, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

function errorNumber(thrown: unknown): number {
  return Number((thrown as { errcode?: unknown }).errcode) & 0xff;
}

/** The file itself is at fault: only SQLite's errors have numbers. */
function isFault(thrown: unknown): boolean {
  return thrown instanceof OtherVersion || typeof (thrown as { errcode?: unknown }).errcode === 'number';
}

function inodeOf(path: string): number | null {
  try {
    return statSync(path).ino;
  } catch {
    return null;
  }
}

function discard(path: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
  } catch {
    // It cannot be removed now. That is harmless: every row is checked against its conversation.
  }
}
