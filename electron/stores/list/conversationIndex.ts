// index.db: what the list shows of each conversation, and which conversations changed. Derived from the data: when it is
// missing, damaged, old or locked the list is read from the conversations, and the index is made again.

import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../lib/log.ts';
import { diskReason, fileMode } from '../files/disk.ts';
import { OtherVersion } from '../files/otherVersion.ts';
import { indexVersion } from './indexFormat.ts';

export interface IndexRow {
  id: string;
  projectId: string;
  title: string;
  /** What the title would be if nobody had named it. */
  derivedTitle: string;
  createdAt: string;
  updatedAt: string;
  /** Null while it has not been counted. */
  messageCount: number | null;
  /** The conversation that it is part of, as a sub-agent's; empty for one of its own. */
  parentId: string;
  /** 1 where meta.json says so, else 0. */
  pinned: number;
  archived: number;
  unread: number;
  /** Who gave it its title; empty: nobody. */
  namedBy: '' | 'model' | 'person';
  /** How its log ends, where that is not well. */
  ending: '' | 'failed' | 'interrupted';
  /** `{path, branch}` as JSON; empty: it has none. */
  worktree: string;
  /** What messages.json was when it was read, as `<inode>:<bytes>:<nanoseconds of its change>`. */
  logStamp: string;
  /** The same of meta.json; empty when there is none. */
  metaStamp: string;
}

export interface ConversationIndex {
  rows(): ReadonlyMap<string, IndexRow>;
  /**
   * The pinned and the newest `count`, without those in the archive and of sub-agents, and those of `also`. Null where there are
   * no more than that, and where no index is there.
   */
  newest(count: number, also: readonly string[]): IndexRow[] | null;
  /** `changed`: conversations that this process changed, for the others to notice. False: it could not be written now. */
  write(change: { put: readonly IndexRow[]; remove: readonly string[]; changed: readonly string[] }): boolean;
  /** Conversations that other processes changed since this was last asked; from the first call on. */
  outsideChanges(): string[];
  /** Takes a conversation's row out of every byte of the file, so that its title cannot be found there; or the whole index. */
  scrub(id: string): void;
  /** Throws the file away; what asks next makes it again. */
  drop(): void;
  close(): void;
}

/** Milliseconds that a write may wait for another process; nothing else in this process goes on meanwhile. */
const busyMs = 40;
/** Changes that are remembered for processes that look late. */
const keptChanges = 5_000;
/** SQLITE_BUSY and SQLITE_LOCKED; SQLITE_READONLY and SQLITE_FULL: it can be used another time. */
const busyCodes = [5, 6, 8, 13];

const columns: readonly (keyof IndexRow)[] = [
  ...(['id', 'projectId', 'title', 'derivedTitle', 'createdAt', 'updatedAt', 'messageCount', 'parentId'] as const),
  ...(['pinned', 'archived', 'unread', 'namedBy', 'ending', 'worktree', 'logStamp', 'metaStamp'] as const),
];

const schema = `
  CREATE TABLE conversations(
    id TEXT PRIMARY KEY, projectId TEXT NOT NULL, title TEXT NOT NULL, derivedTitle TEXT NOT NULL,
    createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, messageCount INTEGER, parentId TEXT NOT NULL,
    pinned INTEGER NOT NULL, archived INTEGER NOT NULL, unread INTEGER NOT NULL,
    namedBy TEXT NOT NULL, ending TEXT NOT NULL, worktree TEXT NOT NULL,
    logStamp TEXT NOT NULL, metaStamp TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE changes(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, writer TEXT NOT NULL);
`;

export function createConversationIndex(path: string, writer: string, log: Log): ConversationIndex {
  const memory = new Map<string, IndexRow>();
  let database: DatabaseSync | null = null;
  let inode: number | null = null;
  /** The state of the database that `memory` is a copy of. */
  let copied: number | null = null;
  let lastSeen: number | null = null;
  let closed = false;

  function open(): DatabaseSync | null {
    if (closed || !existsSync(dirname(path))) return null;
    if (database && inode === inodeOf(path)) return database;
    shut();
    for (const attempt of ['open', 'anew']) {
      try {
        if (attempt === 'anew') discard(path);
        database = openDatabase(path);
        inode = inodeOf(path);
        return database;
      } catch (thrown) {
        shut();
        if (busyCodes.includes(errorNumber(thrown))) return null;
        if (thrown instanceof OtherVersion) log('info', 'The conversation list is being rebuilt for this version.');
        else log('warning', `index.db could not be opened and is being rebuilt: ${diskReason(thrown)}`);
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

  /** Runs `work` on the database; null when there is none now. A damaged one is thrown away. */
  function attempt<T>(work: (open: DatabaseSync) => T): T | null {
    const current = open();
    if (!current) return null;
    try {
      return work(current);
    } catch (thrown) {
      if (busyCodes.includes(errorNumber(thrown))) return null;
      log('warning', `index.db could not be used and is being rebuilt: ${diskReason(thrown)}`);
      shut();
      discard(path);
      return null;
    }
  }

  function version(open: DatabaseSync): number {
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
        const found = open
          .prepare(
            `SELECT * FROM conversations WHERE parentId = '' AND archived = 0
             ORDER BY pinned DESC, updatedAt DESC, id DESC LIMIT ?`,
          )
          .all(count + 1) as unknown as IndexRow[];
        if (found.length <= count) return null;
        const first = found.slice(0, count);
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
               :messageCount, :parentId, :pinned, :archived, :unread, :namedBy, :ending, :worktree, :logStamp, :metaStamp)`,
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
      const found = attempt((open) => {
        const newest = Number(open.prepare('SELECT coalesce(max(seq), 0) AS seq FROM changes').get()?.seq);
        const since = lastSeen === null ? newest : newest < lastSeen ? 0 : lastSeen;
        lastSeen = newest;
        if (since === newest) return [];
        return open
          .prepare('SELECT DISTINCT id FROM changes WHERE seq > ? AND seq <= ? AND writer <> ?')
          .all(since, newest, writer)
          .map((row) => String(row.id));
      });
      return found ?? [];
    },

    scrub(id) {
      memory.delete(id);
      const scrubbed = attempt((open) => {
        open.prepare('DELETE FROM conversations WHERE id = ?').run(id);
        // What was overwritten earlier stands in free pages and in the log of writes.
        open.exec('VACUUM');
        return Number(open.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0;
      });
      // Another process has it at this moment. It is derived: nothing is lost with it.
      if (scrubbed || !existsSync(path)) return;
      shut();
      discard(path);
    },

    drop() {
      shut();
      memory.clear();
      discard(path);
    },

    close() {
      shut();
      closed = true;
    },
  };
}

/** The rows as they are in the file, for a check; null when there is no file. Throws when it is damaged or locked. */
export function readIndexRows(path: string): IndexRow[] | null {
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyMs });
  try {
    return allRows(database);
  } finally {
    database.close();
  }
}

/** As lists, which are made in two thirds of the time that objects take. */
function allRows(database: DatabaseSync): IndexRow[] {
  const statement = database.prepare(`SELECT ${columns.join(', ')} FROM conversations`);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as unknown[][];
  return rows.map((cells) => {
    const [id, projectId, title, derivedTitle, createdAt, updatedAt, messageCount, parentId, ...others] = cells;
    const [pinned, archived, unread, namedBy, ending, worktree, logStamp, metaStamp] = others;
    const row = { id, projectId, title, derivedTitle, createdAt, updatedAt, messageCount, parentId };
    return { ...row, pinned, archived, unread, namedBy, ending, worktree, logStamp, metaStamp } as IndexRow;
  });
}

function openDatabase(path: string): DatabaseSync {
  // Titles are content: the file is made for its owner alone before SQLite would make it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode));
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (found === indexVersion) return database;
    if (found !== 0) throw new OtherVersion(found);
    inTransaction(database, () => {
      // Another process may have made it a moment ago.
      if (Number(database.prepare('PRAGMA user_version').get()?.user_version) === indexVersion) return;
      database.exec(`${schema} PRAGMA user_version = ${indexVersion};`);
    });
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
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

function inodeOf(path: string): number | null {
  try {
    return statSync(path).ino;
  } catch {
    return null;
  }
}

/** It is derived: nothing is lost with it. */
function discard(path: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
  } catch {
    // It cannot be removed now; what is derived from it says nothing false, it is read from the conversations.
  }
}
