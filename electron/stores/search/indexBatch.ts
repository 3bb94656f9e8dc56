// One transaction of search.db for many conversations. What a transaction costs does not depend on how much is in it, and is
// many times what a short conversation costs: the full-text tables write their segments with each.

import type { DatabaseSync } from 'node:sqlite';
import type { ShardWriter } from './shards.ts';

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
