// Walks a branch from its head to the root over records in reverse order. The parent is the nearest earlier record with
// that ID; if it is missing (a damaged log), the previous record, so that nothing is lost.

import { createNumberColumn, type NumberColumn } from '../../lib/columns.ts';
import { createIdNumbers, type IdNumbers } from './idNumbers.ts';
import type { PlacedRecord } from './recordNode.ts';
import type { RecordHandle, RecordSource } from './recordSource.ts';

export interface WalkState {
  /** The next record comes before this position. */
  before: number;
  /** The ID of the next record; undefined for whichever comes next; null after the root. */
  nextId: string | null | undefined;
}

export interface Walk {
  /** Takes records until `take` returns false or the root was taken; returns the state to resume from. */
  go(from: WalkState, take: (record: PlacedRecord) => boolean): Promise<WalkState>;
}

/** Records to skip before it is cheaper to seek. */
const nearBy = 200;

/** `misplaced` is called when a parent does not come before its child. */
export function createBranchWalk(source: RecordSource, misplaced: () => void = () => {}): Walk {
  /** Set once a parent was missing. A log with one such gap often has many, and each would need a full scan. */
  let places: { offsets: RecordOffsets; before: number } | null = null;

  async function go(from: WalkState, take: (record: PlacedRecord) => boolean): Promise<WalkState> {
    let { before, nextId: wantedId } = from;
    let records = source.before(before);
    while (wantedId !== null) {
      // A miss only covers the part before one position; nothing is known about what follows it.
      const isCovered = places !== null && before <= places.before;
      const knownRange: ByteRange | undefined =
        wantedId === undefined || !isCovered ? undefined : places?.offsets.get(wantedId);
      const isMissing = isCovered && (knownRange === undefined || knownRange.start >= before);
      const bound = isCovered || source.locate ? nearBy : Number.POSITIVE_INFINITY;
      let walkResult = await find(records, isMissing ? undefined : wantedId, bound);
      if (!walkResult.record && knownRange && !isMissing) {
        records = source.before(knownRange.end);
        walkResult = await find(records, wantedId, Number.POSITIVE_INFINITY);
      } else if (!walkResult.record && wantedId !== undefined && !isMissing) {
        const there = (await source.locate?.(wantedId)) ?? null;
        walkResult.record = there && there.start < before ? there.load() : null;
        if (walkResult.record) records = source.before(walkResult.record.start);
        else walkResult = await find(records, wantedId, Number.POSITIVE_INFINITY, walkResult);
      }
      if (!walkResult.record && wantedId !== undefined) misplaced();
      if (!walkResult.record && !walkResult.first) return { before: 0, nextId: null };
      if (!walkResult.record) {
        if (!places || places.before < before)
          places = { offsets: walkResult.passed ?? createRecordOffsets(nearBy), before };
        records = source.before(walkResult.first?.start ?? 0);
      }
      const record = (walkResult.record ?? walkResult.first) as PlacedRecord;
      before = record.start;
      wantedId = record.message.parentId;
      if (!take(record)) return { before, nextId: wantedId };
    }
    return { before, nextId: wantedId };
  }

  return { go };
}

interface WalkedRecord {
  record: PlacedRecord | null;
  /** The nearest message that was passed, and the positions of all. */
  first: PlacedRecord | null;
  passed: RecordOffsets | null;
}

/** Advances to the wanted record (undefined: the next one), skipping at most `limit` others. */
async function find(
  records: AsyncIterator<RecordHandle, undefined>,
  wantedId: string | undefined,
  limit: number,
  search: WalkedRecord = { record: null, first: null, passed: null },
): Promise<WalkedRecord> {
  while ((search.passed?.size ?? 0) < limit) {
    const next = await records.next();
    if (next.done) break;
    const { id, start, end } = next.value;
    if (wantedId === undefined || id === wantedId) {
      search.record = next.value.load();
      if (search.record) break;
      continue;
    }
    search.first ??= next.value.load();
    if (id === null) continue;
    search.passed ??= createRecordOffsets(nearBy);
    search.passed.add(id, { start, end });
  }
  return search;
}

/**
 * Positions of records that a walk has passed; in a damaged log that may be all of them. The first few are plain
 * objects, since each step has its own; later ones go into columns, about forty bytes each.
 */
interface ByteRange {
  start: number;
  end: number;
}

interface RecordOffsets {
  readonly size: number;
  get(id: string): ByteRange | undefined;
  /** Keeps the first position of an ID. */
  add(id: string, place: ByteRange): void;
}

function createRecordOffsets(max: number): RecordOffsets {
  const first = new Map<string, ByteRange>();
  let rest: { numbers: IdNumbers; starts: NumberColumn; ends: NumberColumn } | null = null;
  let size = 0;

  function get(id: string): ByteRange | undefined {
    const number = rest?.numbers.get(id);
    if (!rest || number === undefined) return first.get(id);
    return { start: rest.starts.at(number), end: rest.ends.at(number) };
  }

  return {
    get size() {
      return size;
    },
    get,
    add(id, place) {
      if (get(id)) return;
      if (first.size < max) first.set(id, place);
      else {
        rest ??= {
          numbers: createIdNumbers(),
          starts: createNumberColumn(Float64Array),
          ends: createNumberColumn(Float64Array),
        };
        rest.numbers.set(id, size);
        rest.starts.set(size, place.start);
        rest.ends.set(size, place.end);
      }
      size++;
    },
  };
}
