// Per-record data of a copy during a merge, in columns at about thirty bytes each plus the ID. Both copies share their
// IDs, so common ones are stored once and compared as numbers.

import { createNumberColumn, type TextColumn } from '../../lib/columns.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';

interface CopiedRecord {
  /** Index among the IDs; a parent of -1 means none. */
  id: number;
  parent: number;
  /** Equal for records with the same content, whatever their ID and position. */
  fingerprint: number;
  removed: boolean;
  /** True if ID or parent differ from those in the file: a repeated ID, or a missing parent. */
  placed: boolean;
  start: number;
  end: number;
}

/** Numbered in file order, with unique IDs. */
export interface CopiedRecords {
  readonly ids: TextColumn;
  readonly size: number;
  push(record: CopiedRecord): void;
  /** Visits each record, in time slices. */
  each(take: (record: number) => void): Promise<void>;
  /** -1 if absent. */
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

/** The number of an ID, assigned if new. */
export function assignNumber(ids: TextColumn, id: string): number {
  const there = ids.find(id);
  if (there >= 0) return there;
  const number = ids.push(id);
  ids.index(number);
  return number;
}

export function createCopiedRecords(ids: TextColumn): CopiedRecords {
  let size = 0;
  const numbers = createNumberColumn(Uint32Array);
  const parents = createNumberColumn(Int32Array);
  const fingerprints = createNumberColumn(Float64Array);
  const facts = createNumberColumn(Uint8Array);
  const starts = createNumberColumn(Float64Array);
  const lengths = createNumberColumn(Uint32Array);
  const records = createNumberColumn(Uint32Array);

  return {
    ids,
    get size() {
      return size;
    },
    push({ id, parent, fingerprint, removed, placed, start, end }) {
      numbers.set(size, id);
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
    id: numbers.at,
    parent: parents.at,
    fingerprint: fingerprints.at,
    isRemoved: (record) => (facts.at(record) & removedFact) !== 0,
    isPlaced: (record) => (facts.at(record) & placedFact) !== 0,
    start: starts.at,
    end: (record) => starts.at(record) + lengths.at(record),
  };
}
