// What a merge keeps of the records of a copy: held in columns, some thirty bytes for each beside its id, and no object. Both
// copies of a merge share their ids, so that what both have takes its room once, and is compared as a number.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createNumberColumn } from '../../lib/numberColumn.ts';
import type { TextColumn } from '../../lib/textColumn.ts';

interface CopiedRecord {
  /** Numbers among the ids; -1: it has no parent. */
  id: number;
  parent: number;
  /** The same for two records that say the same, whatever their id and place. */
  fingerprint: number;
  removed: boolean;
  /** True when id or parent are not those that stand in the file: a repeated id, a parent that was left out. */
  placed: boolean;
  /** Bytes [start, end) in the file. */
  start: number;
  end: number;
}

/** They are numbered in the order of their file. No two have one id. */
export interface CopiedRecords {
  readonly ids: TextColumn;
  readonly size: number;
  push(record: CopiedRecord): void;
  /** Each in turn, in slices. */
  each(take: (record: number) => void): Promise<void>;
  /** -1: there is none. */
  find(id: number): number;
  id(record: number): number;
  parent(record: number): number;
  fingerprint(record: number): number;
  isRemoved(record: number): boolean;
  isPlaced(record: number): boolean;
  start(record: number): number;
  end(record: number): number;
}

const removedFact = 1;
const placedFact = 2;

/** The number of an id, which it gets now if it has none. */
export function numberOf(ids: TextColumn, id: string): number {
  const there = ids.find(id);
  if (there >= 0) return there;
  const number = ids.push(id);
  ids.index(number);
  return number;
}

export function createCopiedRecords(ids: TextColumn): CopiedRecords {
  let size = 0;
  const own = createNumberColumn(Uint32Array);
  const parents = createNumberColumn(Int32Array);
  const fingerprints = createNumberColumn(Float64Array);
  const facts = createNumberColumn(Uint8Array);
  const starts = createNumberColumn(Float64Array);
  const lengths = createNumberColumn(Uint32Array);
  /** Record + 1 by the number of its id. */
  const records = createNumberColumn(Uint32Array);

  return {
    ids,
    get size() {
      return size;
    },
    push({ id, parent, fingerprint, removed, placed, start, end }) {
      own.set(size, id);
      parents.set(size, parent);
      fingerprints.set(size, fingerprint);
      facts.set(size, (removed ? removedFact : 0) | (placed ? placedFact : 0));
      starts.set(size, start);
      lengths.set(size, end - start);
      records.set(id, ++size);
    },
    async each(take) {
      const slice = createTimeSlice();
      for (let record = 0; record < size; record++) {
        const pause = slice();
        if (pause) await pause;
        take(record);
      }
    },
    find: (id) => records.at(id) - 1,
    id: own.at,
    parent: parents.at,
    fingerprint: fingerprints.at,
    isRemoved: (record) => (facts.at(record) & removedFact) !== 0,
    isPlaced: (record) => (facts.at(record) & placedFact) !== 0,
    start: starts.at,
    end: (record) => starts.at(record) + lengths.at(record),
  };
}
