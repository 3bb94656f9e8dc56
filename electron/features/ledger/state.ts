// ledger.db: how much of each conversation the ledger has. Can be deleted: the next pass reads everything, and the ledger knows
// what it has.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseKeyFor } from '../../stores/encryption/dataKey.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Database, openDatabase } from '../../stores/files/database.ts';
import { type Disk, exists } from '../../stores/files/disk.ts';
import { type ChainHead, emptyChain } from './chain.ts';
import type { OpenCall } from './records.ts';

export interface ConversationState {
  /** Changes with its files. */
  stamp: string;
  /** Identifies the file that `offset` is about. */
  file: string;
  /** Where the last written record starts; null: none is written. */
  offset: number | null;
  lastId: string | null;
  /** When its first record was stored. */
  startedAt: string | null;
  /** The row about the conversation. */
  rowId: string | null;
  open: OpenCall[];
}

export interface LedgerState {
  device: string;
  head: ChainHead;
  conversation(id: string): ConversationState;
  /** Bytes of a month's costs that are written. */
  usage(month: string): number;
  /** One transaction. */
  save(change: {
    head: ChainHead;
    conversation?: { id: string; state: ConversationState } | undefined;
    usage?: { month: string; bytes: number } | undefined;
  }): void;
  /** The ledger lost the end of the chain: begins another, and remembers what was lost. */
  restart(): void;
  /** The ends of the chains that this device wrote, newest last. */
  anchors(): { device: string; head: ChainHead }[];
  close(): void;
}

const newState: ConversationState = {
  stamp: '',
  file: '',
  offset: null,
  lastId: null,
  startedAt: null,
  rowId: null,
  open: [],
};

const statePath = (dataDir: string): string => join(dataDir, 'ledger.db');

/** `target`: the server, the database and the user. Null with `onlyIfThere`: nothing was written yet. */
export async function openLedgerState(
  disk: Disk,
  dataDir: string,
  target: string,
  onlyIfThere = false,
): Promise<LedgerState | null> {
  const path = statePath(dataDir);
  if (onlyIfThere && !(await exists(disk, path))) return null;
  await makeFolder(disk, dataDir);
  const database = openOrReplace(path, databaseKeyFor(disk));
  const newest = database.prepare('SELECT device, seq, hash FROM chain WHERE target = ? ORDER BY n DESC LIMIT 1');
  const begin = (): void => {
    database
      .prepare('INSERT INTO chain (target, device, seq, hash) VALUES (?, ?, ?, ?)')
      .run(target, randomBytes(12).toString('hex'), emptyChain.seq, emptyChain.hash);
  };
  if (newest.get(target) === undefined) begin();
  const current = (): { device: string; seq: number; hash: string } =>
    newest.get(target) as unknown as { device: string; seq: number; hash: string };
  return {
    get device() {
      return current().device;
    },
    get head() {
      const { seq, hash } = current();
      return { seq, hash };
    },
    conversation(id) {
      const row = database.prepare('SELECT state FROM conversation WHERE target = ? AND id = ?').get(target, id);
      return row ? { ...newState, ...(JSON.parse(String(row.state)) as ConversationState) } : { ...newState, open: [] };
    },
    usage(month) {
      const row = database.prepare('SELECT bytes FROM usage WHERE target = ? AND month = ?').get(target, month);
      return Number(row?.bytes ?? 0);
    },
    save({ head, conversation, usage }) {
      database.exec('BEGIN IMMEDIATE');
      try {
        database
          .prepare('UPDATE chain SET seq = ?, hash = ? WHERE device = ? AND target = ?')
          .run(head.seq, head.hash, current().device, target);
        if (conversation) {
          database
            .prepare('INSERT OR REPLACE INTO conversation (target, id, state) VALUES (?, ?, ?)')
            .run(target, conversation.id, JSON.stringify(conversation.state));
        }
        if (usage) {
          database
            .prepare('INSERT OR REPLACE INTO usage (target, month, bytes) VALUES (?, ?, ?)')
            .run(target, usage.month, usage.bytes);
        }
        database.exec('COMMIT');
      } catch (thrown) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw thrown;
      }
    },
    restart() {
      database.prepare('DELETE FROM conversation WHERE target = ?').run(target);
      database.prepare('DELETE FROM usage WHERE target = ?').run(target);
      begin();
    },
    anchors() {
      const rows = database
        .prepare('SELECT device, seq, hash FROM chain WHERE target = ? AND seq > 0 ORDER BY n')
        .all(target);
      return rows.map((row) => {
        const { device, seq, hash } = row as { device: string; seq: number; hash: string };
        return { device, head: { seq, hash } };
      });
    },
    close: () => database.close(),
  };
}

/** A damaged one, or one with another key, is replaced: it only saves work. */
function openOrReplace(path: string, key: Buffer | null): Database {
  const open = (): Database => {
    const database = openDatabase(path, { key, timeout: 5_000 });
    try {
      database.exec(`
        PRAGMA journal_mode = WAL;
        CREATE TABLE IF NOT EXISTS chain (n INTEGER PRIMARY KEY, target TEXT, device TEXT, seq INTEGER, hash TEXT);
        CREATE TABLE IF NOT EXISTS conversation (target TEXT, id TEXT, state TEXT, PRIMARY KEY (target, id)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS usage (target TEXT, month TEXT, bytes INTEGER, PRIMARY KEY (target, month)) WITHOUT ROWID;
      `);
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  };
  try {
    return open();
  } catch (thrown) {
    // Not a database, or a damaged one.
    if (![11, 26].includes((thrown as { errcode?: number }).errcode ?? 0)) throw thrown;
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    return open();
  }
}
