// The docs that may hold what a query asks for, gathered whole: calls are answered by their time, which is not the order of
// the docs. Gathered a table at a time, so that it can be gone on with; what is not gathered yet may hold it.

import type { DatabaseSync } from 'node:sqlite';
import { createCandidates } from './candidates.ts';
import type { SearchQuery } from './searchQuery.ts';
import { listShards } from './shards.ts';

export interface CandidateDocs {
  /** Goes on until all are known or `until` (of `performance.now`). */
  gather(until: number): void;
  /** All that may hold it, when they are known and not more than `most`; else null. */
  few(most: number): number[] | null;
  /** Whether one of the docs in this range may hold it. */
  may(first: number, last: number): boolean;
}

interface Gathered {
  first: number;
  last: number;
  ids: Set<number>;
}

export function createCandidateDocs(database: DatabaseSync, query: SearchQuery): CandidateDocs {
  const candidates = createCandidates(database, query);
  // The newest first: they are asked for first.
  const rest = listShards(database).toReversed();
  const gathered: Gathered[] = [];
  let count = 0;

  return {
    gather(until) {
      while (rest.length > 0 && (gathered.length === 0 || performance.now() < until)) {
        const { first, last } = rest.shift() as { first: number; last: number };
        const ids = new Set(candidates.all(first, last));
        gathered.push({ first, last, ids });
        count += ids.size;
      }
    },

    few(most) {
      if (rest.length > 0 || count > most) return null;
      return gathered.flatMap(({ ids }) => [...ids]);
    },

    may(first, last) {
      for (let id = first; id <= last; id++) {
        const shard = gathered.find((each) => id >= each.first && id <= each.last);
        if (!shard || shard.ids.has(id)) return true;
      }
      return false;
    },
  };
}
