// Brings the data folder in line with the logs of other devices: deletions and removals first, then new messages, then
// metadata. Everything here can be repeated, and continues after a crash.

import { errorSentence, ok } from '../../../../shared/core/errors.ts';
import { isSafeId } from '../../../../shared/core/ids.ts';
import { fetchSegment, idsIn, plainBytes, type SegmentContent, type SegmentRecord } from './fetchedSegment.ts';
import { discardUnusedFiles, noteHashes } from './fileObjects.ts';
import { ensureProjectHere, type SyncedProject } from './localProject.ts';
import { discardConversation } from './readDevices.ts';
import { readRecords } from './readRecords.ts';
import { applyRegisters, registerValueOf } from './registerRows.ts';
import { projectField } from './registers.ts';
import { removedIds, type SegmentRow, type SegmentState, segmentsOf } from './segmentRows.ts';
import { mergeStaged } from './staging.ts';
import { maxPlainBytes, type SyncContext } from './syncContext.ts';
import { storeWhole } from './wholeConversation.ts';

const together = 6;
/** After this many attempts, records whose parents are nowhere are merged without them. */
const maxAttempts = 4;

export async function applyDeletions(context: SyncContext): Promise<void> {
  const { state, store, data, problems } = context;
  const open = state.all<{ conversation: string }>('SELECT conversation FROM deleted WHERE applied = 0');
  for (const { conversation } of open) {
    const place = await data.locate(conversation);
    const erased = place.ok ? await store.eraseConversation(conversation) : place;
    if (!erased.ok && erased.error.code !== 'CONVERSATION_NOT_FOUND') {
      problems.set(conversation, errorSentence(erased.error));
      continue;
    }
    if (place.ok) context.merged(conversation);
    state.transaction(() => {
      discardConversation(context, conversation);
      state.run('UPDATE deleted SET applied = 1 WHERE conversation = ?', conversation);
    });
  }
  discardUnusedFiles(context);
}

/** Of conversations that are here. Others get theirs with their messages. */
export async function applyRemovals(context: SyncContext): Promise<void> {
  const { state, data, problems } = context;
  const open = state.all<{ conversation: string }>('SELECT DISTINCT conversation FROM removed WHERE applied = 0');
  for (const { conversation } of open) {
    if (!(await data.locate(conversation)).ok) continue;
    const removed = [...removedIds(state, conversation)];
    const merged = await mergeStaged(context, {
      conversationId: conversation,
      project: null,
      lines: [],
      calls: [],
      removed,
    });
    if (merged.ok) markRemoved(context, conversation, removed);
    else problems.set(conversation, errorSentence(merged.error));
    context.merged(conversation);
  }
  discardUnusedFiles(context);
}

function markRemoved({ state }: SyncContext, conversation: string, ids: readonly string[]): void {
  state.transaction(() => {
    for (const id of ids)
      state.run('UPDATE removed SET applied = 1 WHERE conversation = ? AND id = ?', conversation, id);
  });
}

/** Throws file system errors and PassFailure. */
export async function fetchConversation(context: SyncContext, conversation: string): Promise<void> {
  await fetchMessages(context, conversation);
  await applyRegisters(context, conversation);
}

/** The same without metadata. */
export async function fetchMessages(context: SyncContext, conversation: string): Promise<void> {
  for (let more = true; more; ) {
    const rows = segmentsOf(context.state, conversation);
    const open = rows.filter(({ state: now }) => now === 'new' || now === 'waits');
    const batch: SegmentRow[] = [];
    let bytes = 0;
    for (const row of open) {
      if (batch.length > 0 && bytes + plainBytes(row) > maxPlainBytes) break;
      batch.push(row);
      bytes += plainBytes(row);
    }
    more = await context.memory.use(bytes, () =>
      fetchBatch(context, conversation, { open, batch, isAll: batch.length === rows.length }),
    );
  }
}

/** True if there is more. `isAll`: no other segment of the conversation is stored. */
async function fetchBatch(
  context: SyncContext,
  conversation: string,
  { open, batch, isAll }: { open: readonly SegmentRow[]; batch: readonly SegmentRow[]; isAll: boolean },
): Promise<boolean> {
  const { state } = context;
  const fetched: SegmentContent[] = [];
  for (let at = 0; at < batch.length; at += together) {
    const some = await Promise.all(batch.slice(at, at + together).map((row) => fetchSegment(context, row)));
    fetched.push(...some.flatMap((each) => each ?? []));
  }
  if (fetched.length === 0) return false;
  const here = await idsHere(context, conversation);
  const removed = removedIds(state, conversation);
  const isLast = batch.length === open.length && context.problems.size === 0;
  const { records, waiting } = admit(fetched, here, isLast);
  for (const each of waiting) setState(context, each.row, 'waits', idsIn(each));
  const merging = fetched.filter((each) => !waiting.includes(each));
  state.transaction(() => {
    for (const each of merging) setState(context, each.row, each.row.state, idsIn(each), true);
  });
  const isNew = !(await context.data.locate(conversation)).ok;
  const calls = merging.flatMap((each) => each.calls).filter(({ messageId }) => !removed.has(messageId));
  const place = isNew ? await prepareProject(context, conversation) : null;
  const isWhole = isAll && waiting.length === 0 && fetched.length === batch.length && removed.size === 0;
  if (place && isWhole && (await storeWhole(context, conversation, { fetched, records, calls, ...place })))
    return false;
  if (records.length + calls.length > 0 || isNew) {
    const merged = await mergeStaged(context, {
      conversationId: conversation,
      project: place?.project ?? null,
      lines: records.map(({ line }) => line),
      calls: calls.map(({ line }) => line),
      removed: [...removed],
    });
    if (!merged.ok) {
      context.problems.set(conversation, errorSentence(merged.error));
      return false;
    }
    context.merged(conversation);
    markRemoved(context, conversation, [...removed]);
  }
  state.transaction(() => {
    for (const each of merging) {
      setState(context, each.row, 'done', idsIn(each), true);
      for (const { id, hashes } of each.records) if (!removed.has(id)) noteHashes(context, conversation, id, hashes);
    }
  });
  return merging.length > 0 && batch.length < open.length;
}

interface PreparedProject {
  /** Null: a chat without a folder. */
  project: SyncedProject | null;
  projectId: string;
}

/** Creates it one at a time, because several conversations are stored in parallel. Null: it can't be created now. */
async function prepareProject(context: SyncContext, conversation: string): Promise<PreparedProject | null> {
  const value = registerValueOf(context, conversation, projectField) as SyncedProject | null;
  const project = value && isSafeId(value.id) ? value : null;
  return context.queue.run('project', async () => {
    if (project) await ensureProjectHere(context, project);
    const made = project ? ok(project) : await context.store.openFolderlessProject();
    return made.ok ? { project, projectId: made.value.id } : null;
  });
}

function setState(
  { state }: SyncContext,
  { device, conversation, n }: SegmentRow,
  now: SegmentState,
  ids: readonly string[],
  isFresh = false,
): void {
  state.run(
    'UPDATE segments SET state = ?, ids = ?, fresh = max(fresh, ?), attempts = CASE ? WHEN 0 THEN attempts + 1 ELSE attempts END WHERE device = ? AND conversation = ? AND n = ?',
    ...[now, ids.join('\n'), Number(isFresh), Number(isFresh), device, conversation, n],
  );
}

async function idsHere({ data, disk }: SyncContext, conversation: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const place = await data.locate(conversation);
  if (place.ok) {
    await readRecords(
      disk,
      place.value,
      null,
      () => {},
      ({ id }) => void ids.add(id),
    );
  }
  return ids;
}

/** Records that are new here, parents first; a segment waits while a parent of one of its records is unknown. */
function admit(
  fetched: readonly SegmentContent[],
  here: ReadonlySet<string>,
  isLast: boolean,
): { records: SegmentRecord[]; waiting: SegmentContent[] } {
  const admitted = new Set(here);
  const records: SegmentRecord[] = [];
  let open = [...fetched];
  for (let progress = true; progress && open.length > 0; ) {
    progress = false;
    for (const each of open) {
      const inside = new Set(each.records.map(({ id }) => id));
      const stands = ({ parentId }: { parentId: string | null }): boolean =>
        parentId === null || admitted.has(parentId) || inside.has(parentId);
      if (!each.records.every(stands) && !(isLast && each.row.attempts >= maxAttempts)) continue;
      for (const record of each.records) {
        if (!admitted.has(record.id)) records.push(record);
        admitted.add(record.id);
      }
      open = open.filter((other) => other !== each);
      progress = true;
    }
  }
  return { records, waiting: open };
}
