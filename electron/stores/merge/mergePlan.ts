// What a merge has to append to our copy of a conversation so that it has every message of the other one: pure, from what
// copyScan found in both. Records are never changed once written and have names of their own, so the union is the merge:
// what is known by its id is the same, the rest follows, parents first. Doing it again finds nothing left to do.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { derivedId, freeNumbers } from '../log/distinctNames.ts';
import { type CopiedRecords, numberOf } from './copiedRecords.ts';

export interface PlannedRecord {
  /** Its id and parent in our copy: mostly its own. */
  id: string;
  parentId: string | null;
  /** False: its bytes can be taken as they are. */
  changed: boolean;
  /** True: only that it was there is stored, because what it said was removed for good here. */
  emptied: boolean;
  /** Bytes [start, end) in the other copy. */
  start: number;
  end: number;
}

export interface MergePlan {
  /** In the order in which they are stored; each is made when it is asked for. */
  append: { readonly length: number; at(index: number): PlannedRecord };
  /** Ids of our records that the other copy has removed for good. */
  remove: string[];
  /** Records that said something else under an id of ours, with the name under which they are kept. */
  renamed: { id: string; as: string }[];
}

/** Of a record of the other copy: it is here already, it comes in, it waits for its parent, it has its place in the order. */
const [isHere, comesIn, waits, hasPlace] = [0, 1, 2, 3];

/**
 * `ours` and `theirs` share their ids. `removed`: ids that either side has removed for good; `stay`: ids of ours that stay
 * whatever the other copy removed.
 */
export async function planMerge(
  ours: CopiedRecords,
  theirs: CopiedRecords,
  removed: ReadonlySet<string>,
  stay: ReadonlySet<string> = new Set(),
): Promise<MergePlan> {
  const { ids } = ours;
  const gone = new Set([...removed].map((id) => ids.find(id)));
  /** By the records of the other copy: their ids and parents as they are in ours, as numbers. */
  const names = new Int32Array(theirs.size);
  const parents = new Int32Array(theirs.size);
  const states = new Uint8Array(theirs.size);
  /** Records that have another id here, by that. */
  const byNewName = new Map<number, number>();
  const renamed: MergePlan['renamed'] = [];

  /** The record of ours that says the same under a name that an earlier merge or reading gave it. */
  function underOtherName(record: number): number {
    const id = ids.at(theirs.id(record));
    const base = id.replace(/-\d+$/, '');
    const candidates = [base, ...derivedIds(base), ...derivedIds(id)];
    return candidates.map((name) => ids.find(name)).find((name) => saysTheSame(ours.find(name), record)) ?? -1;
  }

  function saysTheSame(own: number, record: number): boolean {
    return own >= 0 && ours.fingerprint(own) === theirs.fingerprint(record);
  }

  const freeNumber = freeNumbers((name) => {
    const id = ids.find(name);
    return ours.find(id) >= 0 || theirs.find(id) >= 0 || byNewName.has(id);
  });

  /** -1: it is not here. */
  function nameOf(record: number): number {
    const id = theirs.id(record);
    const same = ours.find(id);
    if (same < 0) return -1;
    if (theirs.isRemoved(record) || ours.isRemoved(same) || gone.has(id) || saysTheSame(same, record)) return id;
    return underOtherName(record);
  }

  await theirs.each((record) => {
    const [id, name] = [theirs.id(record), nameOf(record)];
    names[record] = name < 0 ? id : name;
    if (name >= 0) return;
    states[record] = comesIn;
    if (ours.find(id) < 0) return;
    const own = ids.at(id);
    const as = derivedId(own, freeNumber(own));
    const newName = numberOf(ids, as);
    renamed.push({ id: own, as });
    names[record] = newName;
    byNewName.set(newName, record);
  });

  /** The record that comes in under this name; -1: none does. */
  function incoming(name: number): number {
    const record = theirs.find(name);
    return record >= 0 && states[record] !== isHere && names[record] === name ? record : (byNewName.get(name) ?? -1);
  }

  function parentOf(record: number): number {
    const given = theirs.parent(record);
    const itsRecord = theirs.find(given);
    const parent = itsRecord < 0 ? given : (names[itsRecord] as number);
    const isThere = parent < 0 || ours.find(parent) >= 0 || incoming(parent) >= 0;
    // Where the parent cannot be found, the record before it in its file is taken instead.
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
    const isGone = gone.has(id) || (there >= 0 && theirs.isRemoved(there));
    if (isGone && !ours.isRemoved(record) && !stay.has(ids.at(id))) remove.push(ids.at(id));
  });

  function planned(record: number): PlannedRecord {
    const [id, parent] = [names[record] as number, parents[record] as number];
    return {
      id: ids.at(id),
      parentId: parent < 0 ? null : ids.at(parent),
      changed: theirs.isPlaced(record) || id !== theirs.id(record) || parent !== theirs.parent(record),
      emptied: gone.has(theirs.id(record)) && !theirs.isRemoved(record),
      start: theirs.start(record),
      end: theirs.end(record),
    };
  }

  return { append: { length: order.length, at: (index) => planned(order[index] as number) }, remove, renamed };
}

/** The names that records with the id of another one have. */
function derivedIds(id: string): string[] {
  return Array.from({ length: 20 }, (_, index) => derivedId(id, index + 2));
}

/** The order of their file, but no record before its parent. Where parents form a circle, one of them is cut. */
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
