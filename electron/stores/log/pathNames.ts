// The names of the records of one branch, where an id stands more than once: as `distinctNames` gives them to a branch that is
// read from its end, but known beforehand, so that every page of it gives the same. In a sound log there are none.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { derivedId, fingerprintOf, freeNumbers } from './distinctNames.ts';
import type { PlacedRecord } from './recordNode.ts';

/** Records by their number in the file, as far as their names need them. */
export interface NumberedRecords {
  /** The last record with this id. */
  find(id: string): number | null;
  /** Records whose id an earlier one has too, and the nearest such one. */
  readonly repeated: ReadonlyMap<number, number>;
  idOf(record: number): string;
  /** Its place, as `PlacedRecord.start`. */
  startOf(record: number): number;
  /** Reads them; those that turn out to be no messages are left out. `records`: ascending, best near each other. */
  load(records: ArrayLike<number>): Promise<PlacedRecord[]>;
}

export interface PathNames {
  /** By the number of the record, where it is not its id. */
  nameOf: ReadonlyMap<number, string>;
  named: ReadonlyMap<string, number>;
  /** Records that stand there once more, as they are, later on, or of which several share an id and that are no messages. */
  again: ReadonlySet<number>;
}

export const ownNames: PathNames = { nameOf: new Map(), named: new Map(), again: new Set() };

/** Records that are read at once. */
const together = 50;

export async function namesOn(tree: NumberedRecords, path: Int32Array, signal?: AbortSignal): Promise<PathNames> {
  const records = await sharingAnId(tree, path, signal);
  if (records.length === 0) return ownNames;
  const said = await digestsOf(tree, records, signal);
  const nameOf = new Map<number, string>();
  const named = new Map<string, number>();
  const again = new Set<number>();
  /** Of each id what the last record with it says. */
  const last = new Map<string, number>();
  const freeNumber = freeNumbers((name) => named.has(name) || tree.find(name) !== null);
  const slice = createTimeSlice(undefined, signal);
  for (const record of records.toReversed()) {
    const pause = slice();
    if (pause) await pause;
    const [id, words] = [tree.idOf(record), said.get(record)];
    // What is no message is not shown, and gives no name away.
    if (words === undefined || last.get(id) === words) again.add(record);
    else if (!last.has(id)) last.set(id, words);
    else {
      const name = derivedId(id, freeNumber(id));
      nameOf.set(record, name);
      named.set(name, record);
    }
  }
  return { nameOf, named, again };
}

/** Those of the path whose id another one of it has too, in its order. */
async function sharingAnId(tree: NumberedRecords, path: Int32Array, signal?: AbortSignal): Promise<number[]> {
  const sharing = new Set<number>();
  const slice = createTimeSlice(undefined, signal);
  for (const record of tree.repeated.keys()) {
    const pause = slice();
    if (pause) await pause;
    if (placeOf(path, record) < 0) continue;
    let before = tree.repeated.get(record);
    while (before !== undefined && placeOf(path, before) < 0) before = tree.repeated.get(before);
    if (before !== undefined) sharing.add(record).add(before);
  }
  return [...sharing].sort((a, b) => a - b);
}

/** What each says, short: they may be many, and large. */
async function digestsOf(
  tree: NumberedRecords,
  records: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, number>> {
  const said = new Map<number, number>();
  const slice = createTimeSlice(undefined, signal);
  for (let at = 0; at < records.length; at += together) {
    const some = records.slice(at, at + together);
    const loaded = new Map((await tree.load(some)).map((record) => [record.start, record.message]));
    for (const record of some) {
      const pause = slice();
      if (pause) await pause;
      const message = loaded.get(tree.startOf(record));
      if (message) said.set(record, fingerprintOf(message));
    }
  }
  return said;
}

/** Where a record stands on a path, whose numbers ascend; -1: it does not. */
export function placeOf(path: Int32Array, record: number): number {
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
