// Precomputes unique names for repeated IDs on a branch, matching what `createDuplicateRenamer` assigns when reading from the
// end, so that every page agrees. An intact log has none.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createFreeNumberFinder, derivedId, fingerprintOf } from './distinctNames.ts';
import type { PlacedRecord } from './recordNode.ts';

/** Records by number in the file, as far as naming needs them. */
export interface NumberedRecords {
  find(id: string): number | null;
  /** Maps a record whose ID occurred before to the nearest earlier one. */
  readonly repeated: ReadonlyMap<number, number>;
  idOf(record: number): string;
  /** Its position, as in `PlacedRecord.start`. */
  startOf(record: number): number;
  /** Loads records and drops those that are no messages. `records` is ascending and best clustered. */
  load(records: ArrayLike<number>): Promise<PlacedRecord[]>;
}

export interface PathNames {
  /** By record number, if the name differs from the ID. */
  nameOf: ReadonlyMap<number, string>;
  indexes: ReadonlyMap<string, number>;
  /** Exact repeats of a later record, and records that share an ID but are no messages. */
  again: ReadonlySet<number>;
}

export const userNames: PathNames = { nameOf: new Map(), indexes: new Map(), again: new Set() };

const together = 50;

export async function resolvePathNames(
  tree: NumberedRecords,
  path: Int32Array,
  signal?: AbortSignal,
): Promise<PathNames> {
  const records = await sharingAnId(tree, path, signal);
  if (records.length === 0) return userNames;
  const digests = await digestsOf(tree, records, signal);
  const nameOf = new Map<number, string>();
  const named = new Map<string, number>();
  const again = new Set<number>();
  /** Fingerprint of the last record with each ID. */
  const last = new Map<string, number>();
  const freeNumber = createFreeNumberFinder((name) => named.has(name) || tree.find(name) !== null);
  const slice = createTimeSlice(undefined, signal);
  for (const record of records.toReversed()) {
    const pause = slice();
    if (pause) await pause;
    const [id, words] = [tree.idOf(record), digests.get(record)];
    // Anything that is no message is hidden and uses up no name.
    if (words === undefined || last.get(id) === words) again.add(record);
    else if (!last.has(id)) last.set(id, words);
    else {
      const name = derivedId(id, freeNumber(id));
      nameOf.set(record, name);
      named.set(name, record);
    }
  }
  return { nameOf, indexes: named, again };
}

/** Records of the path that share an ID with another one on it, in order. */
async function sharingAnId(tree: NumberedRecords, path: Int32Array, signal?: AbortSignal): Promise<number[]> {
  const sharing = new Set<number>();
  const slice = createTimeSlice(undefined, signal);
  for (const record of tree.repeated.keys()) {
    const pause = slice();
    if (pause) await pause;
    if (pathIndexOf(path, record) < 0) continue;
    let before = tree.repeated.get(record);
    while (before !== undefined && pathIndexOf(path, before) < 0) before = tree.repeated.get(before);
    if (before !== undefined) sharing.add(record).add(before);
  }
  return [...sharing].sort((a, b) => a - b);
}

/** Short digests, since there may be many large records. */
async function digestsOf(
  tree: NumberedRecords,
  records: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, number>> {
  const digestByRecord = new Map<number, number>();
  const slice = createTimeSlice(undefined, signal);
  for (let at = 0; at < records.length; at += together) {
    const some = records.slice(at, at + together);
    const loaded = new Map((await tree.load(some)).map((record) => [record.start, record.message]));
    for (const record of some) {
      const pause = slice();
      if (pause) await pause;
      const message = loaded.get(tree.startOf(record));
      if (message) digestByRecord.set(record, fingerprintOf(message));
    }
  }
  return digestByRecord;
}

/** Index of a record on an ascending path; -1 if absent. */
export function pathIndexOf(path: Int32Array, record: number): number {
  let [low, high] = [0, path.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = path[middle] as number;
    if (there === record) return middle;
    if (there < record) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
