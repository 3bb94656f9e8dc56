// What a merge has to append to our copy of a conversation so that it has every message of the other one: pure, from what
// copyScan found in both. Records are never changed once written and have names of their own, so the union is the merge:
// what is known by its id is the same, the rest follows, parents first. Doing it again finds nothing left to do.

import { createTimeSlice } from '../../lib/timeSlice.ts';
import { type CopiedRecord, derivedId } from './copyScan.ts';

export interface PlannedRecord {
  record: CopiedRecord;
  /** Its id and parent in our copy: mostly its own. */
  id: string;
  parentId: string | null;
  /** False: its bytes can be taken as they are. */
  changed: boolean;
  /** True: only that it was there is stored, because what it said was removed for good here. */
  emptied: boolean;
}

export interface MergePlan {
  /** In the order in which they are stored. */
  append: PlannedRecord[];
  /** Ids of our records that the other copy has removed for good. */
  remove: string[];
  /** Records that said something else under an id of ours, with the name under which they are kept. */
  renamed: { id: string; as: string }[];
}

/** `removed`: ids that either side has removed for good. */
export async function planMerge(
  ours: readonly CopiedRecord[],
  theirs: readonly CopiedRecord[],
  removed: ReadonlySet<string>,
): Promise<MergePlan> {
  const slice = createTimeSlice();
  const known = new Map<string, CopiedRecord>();
  /** Ids of the other copy, as they are called in ours. */
  const names = new Map<string, string>();
  const added = new Map<string, PlannedRecord>();
  const taken = new Set<string>();
  const renamed: MergePlan['renamed'] = [];

  for (const [records, note] of [
    [ours, (record: CopiedRecord) => known.set(record.id, record)],
    [theirs, (record: CopiedRecord) => taken.add(record.id)],
  ] as const) {
    for (const record of records) {
      note(record);
      const pause = slice();
      if (pause) await pause;
    }
  }

  /** The record of ours that says the same under a name that an earlier merge or reading gave it. */
  function underOtherName(record: CopiedRecord): string | null {
    const base = record.id.replace(/-\d+$/, '');
    const candidates = [base, ...derivedIds(base), ...derivedIds(record.id)];
    return candidates.find((id) => known.get(id)?.fingerprint === record.fingerprint) ?? null;
  }

  function freeId(id: string): string {
    for (let n = 2; ; n++) {
      const candidate = derivedId(id, n);
      if (!known.has(candidate) && !added.has(candidate) && !taken.has(candidate)) return candidate;
    }
  }

  function nameOf(record: CopiedRecord): string | null {
    const same = known.get(record.id);
    if (!same) return null;
    if (record.removed || same.removed || removed.has(record.id)) return record.id;
    return same.fingerprint === record.fingerprint ? record.id : underOtherName(record);
  }

  for (const record of theirs) {
    const pause = slice();
    if (pause) await pause;
    const name = nameOf(record);
    if (name !== null) {
      names.set(record.id, name);
      continue;
    }
    const differs = known.has(record.id);
    const id = differs ? freeId(record.id) : record.id;
    if (differs) renamed.push({ id: record.id, as: id });
    names.set(record.id, id);
    const emptied = removed.has(record.id) && !record.removed;
    added.set(id, { record, id, parentId: null, changed: false, emptied });
  }

  for (const planned of added.values()) {
    const pause = slice();
    if (pause) await pause;
    const { record } = planned;
    const parent = record.parentId === null ? null : (names.get(record.parentId) ?? record.parentId);
    const found = parent === null || known.has(parent) || added.has(parent);
    const before = record.before === null ? null : (names.get(record.before) ?? record.before);
    planned.parentId = found && parent !== planned.id ? parent : before;
    planned.changed = record.placed || planned.id !== record.id || planned.parentId !== record.parentId;
  }
  const gone = new Set([...removed, ...theirs.flatMap((record) => (record.removed ? [record.id] : []))]);
  const remove = ours.flatMap((record) => (gone.has(record.id) && !record.removed ? [record.id] : []));
  return { append: await parentsFirst(added), remove, renamed };
}

/** The names that records with the id of another one have. */
function derivedIds(id: string): string[] {
  return Array.from({ length: 20 }, (_, index) => derivedId(id, index + 2));
}

/** The order of their file, but no record before its parent. Where parents form a circle, one of them is cut. */
async function parentsFirst(added: ReadonlyMap<string, PlannedRecord>): Promise<PlannedRecord[]> {
  const slice = createTimeSlice();
  const ordered: PlannedRecord[] = [];
  const state = new Map<string, 'waiting' | 'done'>();
  for (const start of added.values()) {
    const pause = slice();
    if (pause) await pause;
    const chain: PlannedRecord[] = [];
    let at: PlannedRecord | undefined = start;
    while (at && !state.has(at.id)) {
      state.set(at.id, 'waiting');
      chain.push(at);
      at = at.parentId === null ? undefined : added.get(at.parentId);
    }
    if (at && state.get(at.id) === 'waiting') {
      const last = chain.at(-1) as PlannedRecord;
      last.parentId = null;
      last.changed = true;
    }
    for (const planned of chain.reverse()) {
      state.set(planned.id, 'done');
      ordered.push(planned);
    }
  }
  return ordered;
}
