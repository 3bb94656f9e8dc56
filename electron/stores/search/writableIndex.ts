// search.db for its writer: opened on demand, reopened if the file was replaced, rebuilt if damaged. The caller must hold the lock.

import { randomUUID } from 'node:crypto';
import type { Log } from '../../lib/log.ts';
import type { Database } from '../files/database.ts';
import { diskReason } from '../files/disk.ts';
import { OtherVersion } from '../files/otherVersion.ts';
import type { Prepares } from './conversationRow.ts';
import {
  discardDatabase,
  generationOf,
  inodeOf,
  isBusyError,
  openForWriting,
  withStatementCache,
} from './searchDatabase.ts';
import { createShardWriter, type ShardWriter } from './shards.ts';

/** SQLITE_BUSY. */
const busyCode = 5;

export interface OpenedIndex {
  database: Database;
  statements: Prepares;
  shards: ShardWriter;
  batch: IndexBatch;
  /** Changes whenever the index is rebuilt. */
  generation: string;
}

export interface WritableIndex {
  /** Throws SQLite errors if busy, or if creating it fails too. */
  open(): OpenedIndex;
  /** Deletes the index; it is derived. */
  discard(): void;
  close(): void;
}

/** `isStale`: the key is no longer that of the data; the index then belongs to other processes. */
export function createWritableIndex(
  path: string,
  key: Buffer | null,
  log: Log,
  isStale: () => boolean = () => false,
): WritableIndex {
  let opened: (OpenedIndex & { inode: bigint | null }) | null = null;

  function close(): void {
    try {
      opened?.database.close();
    } catch {}
    opened = null;
  }

  function openNow(): OpenedIndex {
    const database = openForWriting(path, key, randomUUID());
    const shards = createShardWriter(database);
    opened = {
      database,
      statements: withStatementCache(database),
      shards,
      batch: createIndexBatch(database, shards),
      generation: generationOf(database),
      inode: inodeOf(path),
    };
    return opened;
  }

  return {
    open() {
      if (isStale()) {
        close();
        throw Object.assign(new Error('the data was encrypted or decrypted'), { errcode: busyCode });
      }
      const inode = inodeOf(path);
      if (opened && opened.inode === inode) return opened;
      close();
      // Remaining companion files belong to the deleted database.
      if (inode === null) discardDatabase(path);
      try {
        return openNow();
      } catch (thrown) {
        if (isBusyError(thrown)) throw thrown;
        if (thrown instanceof OtherVersion)
          log('info', 'The search index is being rebuilt for this version.', 'SEARCH_VERSION');
        else
          log(
            'warning',
            `search.db could not be opened and is being rebuilt: ${diskReason(thrown)}`,
            'SEARCH_REBUILT',
            { reason: thrown },
          );
        close();
        discardDatabase(path);
        return openNow();
      }
    },
    discard() {
      close();
      if (!isStale()) discardDatabase(path);
    },
    close,
  };
}

/**
 * One transaction for many conversations. A transaction has a fixed cost, many times that of a short conversation,
 * because the full-text tables write their segments each time.
 */
export interface IndexBatch {
  /** No-op if already begun. */
  start(): void;
  /** True when it has run long enough that others should see the changes. */
  isFull(): boolean;
  /** True when it must commit before the conversation ends. */
  isOverfull(): boolean;
  /** Counts what was indexed, to keep transactions short. */
  spend(units: number, docs: number): void;
  /** No-op if not begun. */
  commit(): void;
  rollback(): void;
}

/** Milliseconds, UTF-16 units of text, and rows. */
const batchLimits = { ms: 250, units: 4_000_000, docs: 4_000 };

/** @internal */
export function createIndexBatch(database: Database, shards: ShardWriter): IndexBatch {
  let begunAt = 0;
  let units = 0;
  let docs = 0;
  const isOver = (times: number): boolean =>
    database.isTransaction &&
    (units >= times * batchLimits.units ||
      docs >= times * batchLimits.docs ||
      performance.now() - begunAt > times * batchLimits.ms);
  return {
    start() {
      if (database.isTransaction) return;
      database.exec('BEGIN IMMEDIATE');
      shards.reload();
      begunAt = performance.now();
      units = 0;
      docs = 0;
    },
    isFull: () => isOver(1),
    isOverfull: () => isOver(2),
    spend(moreUnits, moreDocs) {
      units += moreUnits;
      docs += moreDocs;
    },
    commit() {
      if (!database.isTransaction) return;
      shards.flush();
      database.exec('COMMIT');
    },
    rollback() {
      if (database.isTransaction) database.exec('ROLLBACK');
    },
  };
}
