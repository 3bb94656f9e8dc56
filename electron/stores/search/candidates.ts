// The docs that may hold what a query asks for, as the full-text tables know them: each must still be read and compared.

import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from './searchQuery.ts';
import { listShards, type Shard } from './shards.ts';

export interface Candidate {
  /** Null where a new table begins. */
  id: number | null;
  /** From the newest on: there is none above this that was not given. */
  upTo: number;
}

export interface Candidates {
  /** Docs in [low, high], the newest first or the oldest. */
  find(low: number, high: number, order: 'newest' | 'oldest'): Generator<Candidate>;
}

export function createCandidates(database: DatabaseSync, query: SearchQuery): Candidates {
  const shards = listShards(database);

  function rowsOf({ id }: Shard, low: number, high: number, direction: string): Iterable<Record<string, unknown>> {
    const range = `rowid BETWEEN ? AND ? ORDER BY rowid ${direction}`;
    if (query.trigrams === null) {
      const statement = database.prepare(`SELECT rowid FROM pair${id} WHERE pair${id} MATCH ? AND ${range}`);
      return statement.iterate(query.pairs, low, high);
    }
    if (query.pairs === null) {
      const statement = database.prepare(`SELECT rowid FROM tri${id} WHERE tri${id} MATCH ? AND ${range}`);
      return statement.iterate(query.trigrams, low, high);
    }
    // The plus keeps SQLite from asking the first table again for each row of the second.
    const statement = database.prepare(
      `SELECT rowid FROM tri${id} WHERE tri${id} MATCH ?
         AND +rowid IN (SELECT rowid FROM pair${id} WHERE pair${id} MATCH ?) AND ${range}`,
    );
    return statement.iterate(query.trigrams, query.pairs, low, high);
  }

  return {
    *find(low, high, order) {
      const inOrder = order === 'newest' ? shards.toReversed() : shards;
      for (const shard of inOrder) {
        if (shard.last < low || shard.first > high) continue;
        const [from, to] = [Math.max(low, shard.first), Math.min(high, shard.last)];
        yield { id: null, upTo: to };
        for (const { rowid } of rowsOf(shard, from, to, order === 'newest' ? 'DESC' : 'ASC')) {
          yield { id: Number(rowid), upTo: Number(rowid) };
        }
      }
    },
  };
}
