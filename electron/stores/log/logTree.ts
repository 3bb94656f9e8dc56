// The tree of a whole log without its contents: for each record its place, its parent and its kind. It is made by one pass
// over the file that parses no record in our layout, in slices, and follows appends. Pages far back, both ways, and the
// places where the conversation parts are answered from it; then only the records that are asked for are read.

import { createTimeSlice } from '../../lib/timeSlice.ts';
import type { RecordKind, RecordNode } from './recordNode.ts';
import type { PlacedRecord, RecordSource } from './recordSource.ts';

/** Records are numbered in the order of the file. */
export interface LogTree {
  readonly size: number;
  /** The last record with this id. */
  find(id: string): number | null;
  idOf(record: number): string;
  /** Its place, as `PlacedRecord.start`. */
  startOf(record: number): number;
  /** -1: it begins the conversation. */
  parent(record: number): number;
  kind(record: number): RecordKind;
  /** The records from the root to this one. Do not change what it gives. */
  pathTo(record: number): Promise<readonly number[]>;
  /** Reads them; those that turn out to be no messages are left out. `records`: ascending, best near each other. */
  load(records: readonly number[]): Promise<PlacedRecord[]>;
}

/** A record as the tree has it, and its place as `PlacedRecord` has it. */
export interface PlacedNode extends RecordNode {
  id: string;
  start: number;
  end: number;
}

export interface GrowingTree extends LogTree {
  appended(record: PlacedNode): void;
}

/** Records that are passed before it pays to begin to read at another place. */
const nearBy = 50;

/** Of the log as it is when it is called; what is appended later is told with `appended`. */
export async function readTree(source: RecordSource): Promise<GrowingTree> {
  const slice = createTimeSlice();
  const found: PlacedNode[] = [];
  const records = source.before(source.end);
  for (let next = await records.next(); !next.done; next = await records.next()) {
    const pause = slice();
    if (pause) await pause;
    const { id, start, end } = next.value;
    const node = id === null ? null : next.value.node();
    if (node && id !== null) found.push({ id: ownText(id), start, end, ...node });
  }
  const ids: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const parents: number[] = [];
  const kinds: RecordKind[] = [];
  const numbers = new Map<string, number>();
  /** The last path that was asked for: it is the open branch nearly always. */
  let known: number[] = [];

  function add({ id, start, end, parentId, kind }: PlacedNode): void {
    const number = ids.length;
    const parent = parentId === null ? -1 : (numbers.get(parentId ?? '') ?? number - 1);
    ids.push(id);
    starts.push(start);
    ends.push(end);
    parents.push(parent);
    kinds.push(kind);
    numbers.set(id, number);
  }

  for (let record = found.pop(); record; record = found.pop()) {
    const pause = slice();
    if (pause) await pause;
    add(record);
  }

  async function pathTo(record: number): Promise<readonly number[]> {
    const last = known.at(-1) ?? -1;
    if (last === record) return known;
    if (known.length > 0 && parents[record] === last) {
      known.push(record);
      return known;
    }
    const path: number[] = [];
    const turn = createTimeSlice();
    for (let at = record; at >= 0; at = parents[at] ?? -1) {
      const pause = turn();
      if (pause) await pause;
      path.push(at);
    }
    known = path.reverse();
    return known;
  }

  async function load(wanted: readonly number[]): Promise<PlacedRecord[]> {
    const loaded: PlacedRecord[] = [];
    let near: ReturnType<RecordSource['before']> | null = null;
    for (let index = wanted.length - 1; index >= 0; index--) {
      const record = wanted[index] as number;
      const passes = (wanted[index + 1] ?? Number.POSITIVE_INFINITY) - record;
      if (!near || passes > nearBy) near = source.before(ends[record] as number);
      const there = await next(near, record);
      if (there) loaded.push(there);
    }
    return loaded.reverse();
  }

  async function next(records: ReturnType<RecordSource['before']>, record: number): Promise<PlacedRecord | null> {
    for (;;) {
      const there = await records.next();
      if (there.done || there.value.start < (starts[record] as number)) return null;
      if (there.value.start === starts[record]) return there.value.load();
    }
  }

  return {
    get size() {
      return ids.length;
    },
    find: (id) => numbers.get(id) ?? null,
    idOf: (record) => ids[record] as string,
    startOf: (record) => starts[record] as number,
    parent: (record) => parents[record] ?? -1,
    kind: (record) => kinds[record] ?? 'beside',
    pathTo,
    load,
    appended: add,
  };
}

/** A text of its own: what is cut out of a larger one keeps that in memory. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
