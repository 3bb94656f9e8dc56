// Docs that may match a query according to the full-text tables; each must still be read and compared.

import type { Database } from '../files/database.ts';
import type { SearchQuery } from './searchQuery.ts';
import { listShards, type Shard } from './shards.ts';

interface Candidate {
  /** Null at the start of a new table. */
  id: number | null;
  /** Everything from here up has been returned. */
  upTo: number;
}

export interface Candidates {
  /** Docs in [low, high], newest or oldest first. */
  find(low: number, high: number, order: 'newest' | 'oldest'): Generator<Candidate>;
  /** All docs in [low, high], unordered; much faster for many. */
  all(low: number, high: number): number[];
}

export function createCandidates(database: Database, query: SearchQuery): Candidates {
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
    // The plus stops SQLite from querying the first table again for each row of the second.
    const statement = database.prepare(
      `SELECT rowid FROM tri${id} WHERE tri${id} MATCH ?
         AND +rowid IN (SELECT rowid FROM pair${id} WHERE pair${id} MATCH ?) AND ${range}`,
    );
    return statement.iterate(query.trigrams, query.pairs, low, high);
  }

  function listOf({ id }: Shard, low: number, high: number): number[] {
    const rows = (table: string): string => `SELECT rowid FROM ${table} WHERE ${table} MATCH ?`;
    const queries: [string, string][] = [];
    if (query.trigrams !== null) queries.push([rows(`tri${id}`), query.trigrams]);
    if (query.pairs !== null) queries.push([rows(`pair${id}`), query.pairs]);
    const [first, second] = queries;
    if (!first) return [];
    const both = second ? `${first[0]} AND +rowid IN (${second[0]})` : first[0];
    // As a single text: one row each would cost more than the search.
    const list = database
      .prepare(`SELECT group_concat(rowid) AS list FROM (${both} AND rowid BETWEEN ? AND ?)`)
      .get(...queries.map(([, tokens]) => tokens), low, high)?.list;
    return typeof list === 'string' ? list.split(',').map(Number) : [];
  }

  return {
    all: (low, high) =>
      shards.flatMap((shard) =>
        shard.last < low || shard.first > high
          ? []
          : listOf(shard, Math.max(low, shard.first), Math.min(high, shard.last)),
      ),

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

/**
 * All docs that may match a query. Calls are sorted by time, which differs from doc order, so they are gathered whole,
 * one table at a time and resumable; docs not gathered yet may match.
 */
export interface CandidateDocs {
  /** Continues until all are known or until `until` (in `performance.now` time). */
  gather(until: number): void;
  /** All matching docs, if known and at most `max`; else null. */
  few(max: number): number[] | null;
  may(first: number, last: number): boolean;
}

interface Gathered {
  first: number;
  last: number;
  ids: Set<number>;
}

export function createCandidateDocs(database: Database, query: SearchQuery): CandidateDocs {
  const candidates = createCandidates(database, query);
  // Newest first, because those are queried first.
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

    few(max) {
      if (rest.length > 0 || count > max) return null;
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
