// search.db as the one who writes it has it: opened when it is needed, opened again when another file stands in its place,
// made anew when it is damaged. Only for the one who has the lock.

import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../lib/log.ts';
import { diskReason } from '../files/disk.ts';
import { OtherVersion } from '../files/otherVersion.ts';
import type { Prepares } from './knownConversation.ts';
import { discardDatabase, generationOf, inodeOf, isBusy, openForWriting, preparedOnce } from './searchDatabase.ts';
import { createShardWriter, type ShardWriter } from './shards.ts';

export interface OpenedIndex {
  database: DatabaseSync;
  statements: Prepares;
  shards: ShardWriter;
  batch: IndexBatch;
  /** Another one whenever it was made anew. */
  generation: string;
}

export interface WritableIndex {
  /** Throws what SQLite throws when it is busy, or cannot be made either. */
  open(): OpenedIndex;
  /** Throws it away: it is derived. */
  discard(): void;
  close(): void;
}

export function createWritableIndex(path: string, log: Log): WritableIndex {
  let opened: (OpenedIndex & { inode: bigint | null }) | null = null;

  function close(): void {
    try {
      opened?.database.close();
    } catch {}
    opened = null;
  }

  function openNow(): OpenedIndex {
    const database = openForWriting(path, randomUUID());
    const shards = createShardWriter(database);
    opened = {
      database,
      statements: preparedOnce(database),
      shards,
      batch: createIndexBatch(database, shards),
      generation: generationOf(database),
      inode: inodeOf(path),
    };
    return opened;
  }

  return {
    open() {
      const inode = inodeOf(path);
      if (opened && opened.inode === inode) return opened;
      close();
      // What lies beside it belonged to the one that is gone.
      if (inode === null) discardDatabase(path);
      try {
        return openNow();
      } catch (thrown) {
        if (isBusy(thrown)) throw thrown;
        if (thrown instanceof OtherVersion) log('info', 'The search index is being rebuilt for this version.');
        else log('warning', `search.db could not be opened and is being rebuilt: ${diskReason(thrown)}`);
        close();
        discardDatabase(path);
        return openNow();
      }
    },
    discard() {
      close();
      discardDatabase(path);
    },
    close,
  };
}

/**
 * One transaction of search.db for many conversations. What a transaction costs does not depend on how much is in it, and is
 * many times what a short conversation costs: the full-text tables write their segments with each.
 */
export interface IndexBatch {
  /** Nothing happens when it has begun. */
  begin(): void;
  /** True when it has gone on for long enough: others should see what is in it. */
  isFull(): boolean;
  /** True when that cannot wait for the end of a conversation. */
  isOverfull(): boolean;
  /** What was taken in, so that a transaction stays short. */
  spend(units: number, docs: number): void;
  /** Nothing happens when it has not begun. */
  commit(): void;
  rollback(): void;
}

/** Milliseconds, UTF-16 units of text, and rows. */
const most = { ms: 250, units: 4_000_000, docs: 4_000 };

/** @internal */
export function createIndexBatch(database: DatabaseSync, shards: ShardWriter): IndexBatch {
  let begunAt = 0;
  let units = 0;
  let docs = 0;
  const isOver = (times: number): boolean =>
    database.isTransaction &&
    (units >= times * most.units || docs >= times * most.docs || performance.now() - begunAt > times * most.ms);
  return {
    begin() {
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
