// Walks a branch from its head towards the root, over records that come from the last to the first. A parent is the nearest
// earlier record with that id; where there is none (a damaged log) it is the record before, so that nothing is lost.

import type { PlacedRecord } from './recordNode.ts';
import { type ByteRange, createRecordOffsets, type RecordOffsets } from './recordOffsets.ts';
import type { RecordHandle, RecordSource } from './recordSource.ts';

export interface WalkState {
  /** The next record stands before this place. */
  before: number;
  /** Its id; undefined: whichever stands there; null: there is none, the root has been taken. */
  wanted: string | null | undefined;
}

export interface Walk {
  /** Takes records until `take` says no to going on, or the root was taken; gives where to go on. */
  go(from: WalkState, take: (record: PlacedRecord) => boolean): Promise<WalkState>;
}

/** Records that are passed before it pays to begin to read at another place. */
const nearBy = 200;

/** `misplaced`: told when a parent does not stand before its record. */
export function createWalk(source: RecordSource, misplaced: () => void = () => {}): Walk {
  /** Set once a parent was missing: a log with one has often many, and each would cost a look at all that is before it. */
  let places: { found: RecordOffsets; before: number } | null = null;

  async function go(from: WalkState, take: (record: PlacedRecord) => boolean): Promise<WalkState> {
    let { before, wanted } = from;
    let records = source.before(before);
    while (wanted !== null) {
      // What was looked for in vain was looked for before one place; of what stands after it nothing is known.
      const isCovered = places !== null && before <= places.before;
      const known: ByteRange | undefined = wanted === undefined || !isCovered ? undefined : places?.found.get(wanted);
      const isMissing = isCovered && (known === undefined || known.start >= before);
      const bound = isCovered || source.locate ? nearBy : Number.POSITIVE_INFINITY;
      let found = await find(records, isMissing ? undefined : wanted, bound);
      if (!found.record && known && !isMissing) {
        records = source.before(known.end);
        found = await find(records, wanted, Number.POSITIVE_INFINITY);
      } else if (!found.record && wanted !== undefined && !isMissing) {
        const there = (await source.locate?.(wanted)) ?? null;
        found.record = there && there.start < before ? there.load() : null;
        if (found.record) records = source.before(found.record.start);
        else found = await find(records, wanted, Number.POSITIVE_INFINITY, found);
      }
      if (!found.record && wanted !== undefined) misplaced();
      if (!found.record && !found.first) return { before: 0, wanted: null };
      if (!found.record) {
        if (!places || places.before < before) places = { found: found.passed ?? createRecordOffsets(nearBy), before };
        records = source.before(found.first?.start ?? 0);
      }
      const taken = (found.record ?? found.first) as PlacedRecord;
      before = taken.start;
      wanted = taken.message.parentId;
      if (!take(taken)) return { before, wanted };
    }
    return { before, wanted };
  }

  return { go };
}

interface Found {
  record: PlacedRecord | null;
  /** The nearest message that was passed, and the places of all. */
  first: PlacedRecord | null;
  /** Null while none was. */
  passed: RecordOffsets | null;
}

/** Goes on to the record that is wanted (undefined: the next one), over at most `limit` others. */
async function find(
  records: AsyncIterator<RecordHandle, undefined>,
  wanted: string | undefined,
  limit: number,
  found: Found = { record: null, first: null, passed: null },
): Promise<Found> {
  while ((found.passed?.size ?? 0) < limit) {
    const next = await records.next();
    if (next.done) break;
    const { id, start, end } = next.value;
    if (wanted === undefined || id === wanted) {
      found.record = next.value.load();
      if (found.record) break;
      continue;
    }
    found.first ??= next.value.load();
    if (id === null) continue;
    found.passed ??= createRecordOffsets(nearBy);
    found.passed.add(id, { start, end });
  }
  return found;
}
