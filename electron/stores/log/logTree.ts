// The tree of a whole log without content: position, parent and kind of each record. Built in one pass that parses no
// record in our layout, in slices, and updated on append. Serves distant pages in both directions and fork points; only
// requested records are then read. Stored in columns at about 80 bytes per record.

import { createTextColumn, doubleCapacity } from '../../lib/columns.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createSharedWork, type Progress, type SharedWork } from '../../lib/sharedWork.ts';
import { type NumberedRecords, type PathNames, resolvePathNames, userNames } from './pathNames.ts';
import type { PlacedRecord, RecordKind, RecordNode } from './recordNode.ts';
import type { RecordSource } from './recordSource.ts';
import type { Passing } from './reverseLines.ts';

/** Records are numbered in file order. */
export interface LogTree extends NumberedRecords {
  readonly size: number;
  /** Size of its record; 1 if the log is in memory. */
  bytesOf(record: number): number;
  /** -1 if it starts the conversation. */
  parent(record: number): number;
  kind(record: number): RecordKind;
  /** It is a result whose full text may be in a separate file. */
  hasFile(record: number): boolean;
  /** It does not come after its named parent and follows the record above it in the file instead. */
  isMisplaced(record: number): boolean;
  /** Whether any record is misplaced. */
  readonly hasMisplaced: boolean;
  pathTo(record: number, signal?: AbortSignal): Promise<TreePath>;
}

export interface TreePath {
  /** Do not modify. */
  records: Int32Array;
  names: PathNames;
}

/** A record in the tree, with its position as in `PlacedRecord`. */
export interface PlacedNode extends RecordNode {
  id: string;
  start: number;
  end: number;
}

export interface GrowingTree extends LogTree {
  appended(record: PlacedNode): void;
}

/** Records to skip before it is cheaper to seek. */
const nearBy = 50;
/** A line feed and a comma. */
const beforeRecord = 2;
const firstRecords = 256;
const kinds: readonly RecordKind[] = ['said', 'result', 'beside'];
/** A flag on top of its kind. */
const withFile = 4;
const misplaced = 8;
/** Placeholder for a missing parent until all records are known. */
const root = -1;
const before = -2;

/**
 * Reads the tree of the log as of now; report later appends with `appended`. Throws `GivenUp` once `signal` aborts.
 * `onProgress` reports the bytes read.
 */
export async function readTree(
  source: RecordSource,
  signal?: AbortSignal,
  onProgress: Progress = () => {},
): Promise<GrowingTree> {
  const ids = createTextColumn();
  let starts = new Float64Array(firstRecords);
  let lengths = new Uint32Array(firstRecords);
  let parents = new Int32Array(firstRecords);
  let facts = new Uint8Array(firstRecords);
  /** The last requested path, which is nearly always the open branch. */
  let lastPath = new Int32Array(firstRecords);
  let knownSize = 0;
  const repeated = new Map<number, number>();
  /** Names for the cached path, valid until an ID repeats. */
  let names: { of: Int32Array; repeats: number; made: SharedWork<PathNames> } | null = null;
  /** Page buffer, while free. */
  let spare: Passing | null = null;
  let hasMisplaced = false;

  function push({ id, start, end, kind, hasFile }: PlacedNode): number {
    const number = ids.push(id);
    if (number === starts.length) {
      [starts, lengths, parents, facts] = [
        doubleCapacity(starts),
        doubleCapacity(lengths),
        doubleCapacity(parents),
        doubleCapacity(facts),
      ];
    }
    starts[number] = start;
    lengths[number] = end - start;
    facts[number] = kinds.indexOf(kind) + (hasFile ? withFile : 0);
    return number;
  }

  /** Call once everything before it is in the index. */
  function place(record: number, parentId: string | null | undefined): void {
    const parentIndex = typeof parentId === 'string' ? ids.find(parentId) : -1;
    if (typeof parentId === 'string' && parentIndex < 0) {
      facts[record] = (facts[record] as number) + misplaced;
      hasMisplaced = true;
    }
    parents[record] = parentId === null ? root : parentIndex >= 0 ? parentIndex : record - 1;
    const same = ids.index(record);
    if (same >= 0) repeated.set(record, same);
  }

  await readAll();

  async function readAll(): Promise<void> {
    const slice = createTimeSlice(undefined, signal);
    /** IDs of parents that do not directly precede their record. */
    const others = createTextColumn();
    /** The parent named by the next record, nearly always this one. */
    let expectedId: string | null | undefined = null;
    const settle = (id: string | null): void => {
      const behind = ids.size - 1;
      const isHere = expectedId === undefined || expectedId === id;
      if (behind >= 0)
        parents[behind] = expectedId === null ? root : isHere ? before : others.push(expectedId as string);
    };
    const bytes = source.end;
    const records = source.before(bytes, { memory: Buffer.alloc(0) });
    for (let next = await records.next(); !next.done; next = await records.next()) {
      const { id, start, end } = next.value;
      const pause = slice();
      if (pause) {
        onProgress(bytes - start, bytes);
        await pause;
      }
      const node = id === null ? null : next.value.node();
      if (!node || id === null) continue;
      settle(id);
      push({ id, start, end, ...node });
      expectedId = node.parentId;
    }
    settle(null);
    const size = ids.size;
    ids.reverse();
    ids.expect(size);
    for (const column of [starts, lengths, parents, facts]) column.subarray(0, size).reverse();
    for (let record = 0; record < size; record++) {
      const pause = slice();
      if (pause) await pause;
      const parent = parents[record] as number;
      place(record, parent === root ? null : parent === before ? undefined : others.at(parent));
    }
  }

  async function pathTo(record: number, signal?: AbortSignal): Promise<TreePath> {
    const last = knownSize === 0 ? -1 : (lastPath[knownSize - 1] as number);
    if (knownSize > 0 && parents[record] === last && record !== last) {
      if (knownSize === lastPath.length) {
        const grown = new Int32Array(2 * lastPath.length);
        grown.set(lastPath);
        lastPath = grown;
      }
      lastPath[knownSize++] = record;
    } else if (record !== last) {
      const path = new Int32Array(record + 1);
      let from = path.length;
      const slice = createTimeSlice(undefined, signal);
      for (let at = record; at >= 0; at = parents[at] as number) {
        const pause = slice();
        if (pause) await pause;
        path[--from] = at;
      }
      lastPath = path.slice(from);
      knownSize = lastPath.length;
    }
    return named(lastPath.subarray(0, knownSize), lastPath, signal);
  }

  async function named(path: Int32Array, of: Int32Array, signal?: AbortSignal): Promise<TreePath> {
    if (repeated.size === 0) return { records: path, names: userNames };
    if (names?.of !== of || names.repeats !== repeated.size) {
      names = { of, repeats: repeated.size, made: createSharedWork((stop) => resolvePathNames(tree, path, stop)) };
    }
    const pathNames = await names.made.get({ signal });
    const { again } = pathNames;
    return { records: again.size === 0 ? path : path.filter((record) => !again.has(record)), names: pathNames };
  }

  async function load(numbers: ArrayLike<number>): Promise<PlacedRecord[]> {
    const loaded: PlacedRecord[] = [];
    // Reuse the buffer between pages, because garbage from each would pile up.
    const passing: Passing = spare ?? { memory: Buffer.alloc(0) };
    spare = null;
    let near: ReturnType<RecordSource['before']> | null = null;
    for (let index = numbers.length - 1; index >= 0; index--) {
      const record = numbers[index] as number;
      const passes = (numbers[index + 1] ?? Number.POSITIVE_INFINITY) - record;
      const start = starts[record] as number;
      if (!near || passes > nearBy) {
        let first = index;
        while (first > 0 && (numbers[first] as number) - (numbers[first - 1] as number) <= nearBy) first--;
        const end = start + (lengths[record] as number);
        passing.atOnce = end - (starts[numbers[first] as number] as number) + beforeRecord;
        near = source.before(end, passing);
      }
      const there = await next(near, start);
      if (there) loaded.push(there);
    }
    spare = passing;
    return loaded.reverse();
  }

  async function next(records: ReturnType<RecordSource['before']>, start: number): Promise<PlacedRecord | null> {
    for (;;) {
      const there = await records.next();
      if (there.done || there.value.start < start) return null;
      if (there.value.start === start) return there.value.load();
    }
  }

  const tree: GrowingTree = {
    get size() {
      return ids.size;
    },
    repeated,
    find(id) {
      const record = ids.find(id);
      return record < 0 ? null : record;
    },
    idOf: (record) => ids.at(record),
    startOf: (record) => starts[record] as number,
    bytesOf: (record) => lengths[record] as number,
    parent: (record) => parents[record] as number,
    kind: (record) => kinds[(facts[record] as number) & 3] as RecordKind,
    hasFile: (record) => ((facts[record] as number) & withFile) !== 0,
    isMisplaced: (record) => ((facts[record] as number) & misplaced) !== 0,
    get hasMisplaced() {
      return hasMisplaced;
    },
    pathTo,
    load,
    appended(node) {
      place(push(node), node.parentId);
    },
  };
  return tree;
}
