// Plans the records to append to our copy so that it has every message of the other. Pure, based on copyScan of both.
// Records are immutable and uniquely named, so their union is the merge: equal IDs are equal records, the rest is
// added, parents first. Idempotent.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createFreeNumberFinder, derivedId } from '../log/distinctNames.ts';
import { assignNumber, type CopiedRecords } from './copiedRecords.ts';

export interface PlannedRecord {
  /** Its ID and parent in our copy, usually unchanged. */
  id: string;
  parentId: string | null;
  /** False if its bytes can be copied as they are. */
  changed: boolean;
  /** True if only a tombstone is stored, because its content was removed for good here. */
  emptied: boolean;
  start: number;
  end: number;
}

export interface MergePlan {
  /** In storage order; each is built when requested. */
  append: { readonly length: number; at(index: number): PlannedRecord };
  /** IDs of our records that the other copy removed for good. */
  remove: string[];
  /** Records whose content differs from ours under the same ID, with the name they are kept under. */
  renamed: { id: string; as: string }[];
}

/** States of the other copy's records: already here, to be added, waiting for its parent, placed. */
const [isHere, comesIn, waits, hasPlace] = [0, 1, 2, 3];

/** `ours` and `theirs` share their IDs. `removed`: IDs that either side removed for good; `stay`: our IDs that stay regardless. */
export async function planMerge(
  ours: CopiedRecords,
  theirs: CopiedRecords,
  removed: ReadonlySet<string>,
  stay: ReadonlySet<string> = new Set(),
): Promise<MergePlan> {
  const { ids } = ours;
  const removedNumbers = new Set([...removed].map((id) => ids.find(id)));
  /** By record of the other copy: its ID and parent in ours, as numbers. */
  const names = new Int32Array(theirs.size);
  const parents = new Int32Array(theirs.size);
  const states = new Uint8Array(theirs.size);
  /** Records that get another ID here, by that ID. */
  const byNewName = new Map<number, number>();
  const renamed: MergePlan['renamed'] = [];

  /** Our record with the same content under a name from an earlier merge or read. */
  function underOtherName(record: number): number {
    const id = ids.at(theirs.id(record));
    const base = id.replace(/-\d+$/, '');
    const candidates = [base, ...derivedIds(base), ...derivedIds(id)];
    return candidates.map((name) => ids.find(name)).find((name) => isSameRecord(ours.find(name), record)) ?? -1;
  }

  function isSameRecord(ourRecord: number, record: number): boolean {
    return ourRecord >= 0 && ours.fingerprint(ourRecord) === theirs.fingerprint(record);
  }

  const freeNumber = createFreeNumberFinder((name) => {
    const id = ids.find(name);
    return ours.find(id) >= 0 || theirs.find(id) >= 0 || byNewName.has(id);
  });

  /** -1 if it is not here. */
  function nameOf(record: number): number {
    const id = theirs.id(record);
    const same = ours.find(id);
    if (same < 0) return -1;
    if (theirs.isRemoved(record) || ours.isRemoved(same) || removedNumbers.has(id) || isSameRecord(same, record))
      return id;
    return underOtherName(record);
  }

  await theirs.each((record) => {
    const [id, name] = [theirs.id(record), nameOf(record)];
    names[record] = name < 0 ? id : name;
    if (name >= 0) return;
    states[record] = comesIn;
    if (ours.find(id) < 0) return;
    const ourId = ids.at(id);
    const as = derivedId(ourId, freeNumber(ourId));
    const newName = assignNumber(ids, as);
    renamed.push({ id: ourId, as });
    names[record] = newName;
    byNewName.set(newName, record);
  });

  /** The record added under this name; -1 if none. */
  function incoming(name: number): number {
    const record = theirs.find(name);
    return record >= 0 && states[record] !== isHere && names[record] === name ? record : (byNewName.get(name) ?? -1);
  }

  function parentOf(record: number): number {
    const theirParent = theirs.parent(record);
    const itsRecord = theirs.find(theirParent);
    const parent = itsRecord < 0 ? theirParent : (names[itsRecord] as number);
    const isThere = parent < 0 || ours.find(parent) >= 0 || incoming(parent) >= 0;
    // If the parent is missing, use the previous record in its file.
    return isThere && parent !== names[record] ? parent : record === 0 ? -1 : (names[record - 1] as number);
  }

  await theirs.each((record) => {
    if (states[record] === comesIn) parents[record] = parentOf(record);
  });
  const order = await parentsFirst(states, parents, incoming);

  const remove: string[] = [];
  await ours.each((record) => {
    const id = ours.id(record);
    const there = theirs.find(id);
    const isGone = removedNumbers.has(id) || (there >= 0 && theirs.isRemoved(there));
    if (isGone && !ours.isRemoved(record) && !stay.has(ids.at(id))) remove.push(ids.at(id));
  });

  function planned(record: number): PlannedRecord {
    const [id, parent] = [names[record] as number, parents[record] as number];
    return {
      id: ids.at(id),
      parentId: parent < 0 ? null : ids.at(parent),
      changed: theirs.isPlaced(record) || id !== theirs.id(record) || parent !== theirs.parent(record),
      emptied: removedNumbers.has(theirs.id(record)) && !theirs.isRemoved(record),
      start: theirs.start(record),
      end: theirs.end(record),
    };
  }

  return { append: { length: order.length, at: (index) => planned(order[index] as number) }, remove, renamed };
}

/** Names given to records that share this ID. */
function derivedIds(id: string): string[] {
  return Array.from({ length: 20 }, (_, index) => derivedId(id, index + 2));
}

/** File order, but parents before children. Breaks cycles by cutting one parent link. */
async function parentsFirst(
  states: Uint8Array,
  parents: Int32Array,
  incoming: (name: number) => number,
): Promise<Int32Array> {
  const slice = createTimeSlice();
  const order = new Int32Array(states.length);
  let size = 0;
  for (let start = 0; start < states.length; start++) {
    const first = size;
    let at = start;
    while (at >= 0 && states[at] === comesIn) {
      const pause = slice();
      if (pause) await pause;
      states[at] = waits;
      order[size++] = at;
      at = incoming(parents[at] as number);
    }
    if (size === first) continue;
    if (at >= 0 && states[at] === waits) parents[order[size - 1] as number] = -1;
    for (const record of order.subarray(first, size).reverse()) states[record] = hasPlace;
  }
  return order.subarray(0, size);
}
