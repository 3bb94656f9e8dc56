// Collects what changed in a conversation on this machine: new records become segments in the store, changed metadata registers, and
// removed messages rewritten segments. The log names them only later (ownLog.ts); until then nobody reads them.

import { isRemoved, tombstoneOf } from '../../../../shared/conversation/removed.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { statOrNull } from '../../../stores/files/disk.ts';
import { forgetDeletedNote, readDeletedNotes } from '../../../stores/removal/deletedNotes.ts';
import { collectFiles, discardUnusedFiles } from './fileObjects.ts';
import { readLocalProject } from './localProject.ts';
import { hashOfBody } from './logEntry.ts';
import { createOutliner } from './outlines.ts';
import { discardConversation } from './readDevices.ts';
import { type LogPosition, type LogRecord, readRecords } from './readRecords.ts';
import { collectRegisters, unseen } from './registerRows.ts';
import {
  addSegment,
  callIdsOf,
  discardSegment,
  idsOf,
  noteRemoved,
  removedIds,
  type SegmentRow,
  segmentsOf,
} from './segmentRows.ts';
import { type CallRecord, readCalls } from './startedCalls.ts';
import { needed, type SyncContext } from './syncContext.ts';

/** A segment ends with the record that reaches one of these. */
export const maxSegmentBytes = 4 * 1024 * 1024;
const maxSegmentRecords = 20_000;
/** More of ours than this are joined. */
const maxOwnSegments = 64;

interface ConversationRow {
  position: string;
  stamp: string;
  next: number;
}

interface Draft {
  lines: Buffer[];
  ids: string[];
  bytes: number;
}

/** Changes with each file of the conversation that is synced. */
export function stampOf({ disk }: Pick<SyncContext, 'disk'>, paths: ConversationPaths): string {
  return [paths.messages, paths.meta, paths.removed, paths.execution]
    .map((path) => statOrNull(disk, path))
    .map((identity) => (identity ? `${identity.ino}:${identity.size}:${identity.mtime}` : ''))
    .concat(paths.projectId)
    .join(' ');
}

function executionOf(stamp: string): string {
  return stamp.split(' ')[3] ?? '';
}

function rowOf({ state }: SyncContext, id: string): ConversationRow {
  return (
    state.get<ConversationRow>('SELECT position, stamp, next FROM conversations WHERE id = ?', id) ?? {
      position: '',
      stamp: '',
      next: 1,
    }
  );
}

/** True if a file of it changed since it was collected. */
export function isDirty(context: SyncContext, paths: ConversationPaths): boolean {
  return rowOf(context, paths.conversationId).stamp !== stampOf(context, paths);
}

/** Throws file system errors and PassFailure. Can be repeated after a failure or a crash. */
export async function collectConversation(context: SyncContext, paths: ConversationPaths): Promise<void> {
  const { state, store, disk, sealer } = context;
  const id = paths.conversationId;
  if (state.get('SELECT 1 FROM deleted WHERE conversation = ?', id)) return;
  const stamp = stampOf(context, paths);
  const before = rowOf(context, id);
  noteRemoved(context, id, await store.removedMessages(id), { applied: true, sent: false });
  const removed = removedIds(state, id);
  const segments = segmentsOf(state, id);
  const knownIds = new Set<string>();
  const seen = new Set<string>();
  const tombstones: string[] = [];
  let whole = false;
  let updatedAt = '';
  let draft = emptyDraft();
  let ownHead: string | null = null;
  let outliner: ReturnType<typeof createOutliner> | null = null;

  const from = before.position === '' ? null : (JSON.parse(before.position) as LogPosition);
  const end = await readRecords(
    disk,
    paths,
    from,
    (isWhole) => {
      whole = isWhole;
      outliner = createOutliner(context, id, isWhole);
      const fresh = new Set(isWhole ? segments : freshSegments(context, id));
      for (const segment of fresh) for (const each of idsOf(segment)) knownIds.add(each);
    },
    async (record) => {
      if (whole) seen.add(record.id);
      if (isRemoved(record.message) && !removed.has(record.id)) tombstones.push(record.id);
      updatedAt = record.message.createdAt > updatedAt ? record.message.createdAt : updatedAt;
      const isOurs = !knownIds.has(record.id);
      if (!removed.has(record.id)) outliner?.add(record.message, isOurs);
      if (!isOurs) return;
      knownIds.add(record.id);
      ownHead = record.id;
      await addRecord(context, paths, draft, record, removed);
      if (draft.bytes < maxSegmentBytes && draft.ids.length < maxSegmentRecords) return;
      await putSegment(context, id, draft, [], await record.position());
      draft = emptyDraft();
    },
  );
  if (end === null) return;
  const sharedCalls = new Set(segments.flatMap(callIdsOf));
  // Read after the messages: it has each call that was started before them.
  const calls = executionOf(before.stamp) === executionOf(stamp) ? [] : await readCalls(disk, paths);
  addCalls(
    draft,
    calls.filter((call) => !sharedCalls.has(call.id) && !removed.has(call.messageId)),
  );
  if (draft.ids.length > 0) await putSegment(context, id, draft, [], end);
  state.transaction(() => {
    savePosition(context, id, end, updatedAt);
    outliner?.save();
    noteRemoved(context, id, tombstones, { applied: true, sent: false });
    if (whole) fetchAgain(context, segments, seen, removed);
    for (const segment of segments) {
      if (segment.state === 'done' && segment.device !== sealer.device) setFresh(context, segment, 0);
    }
  });
  if ((await rewriteSegments(context, paths)) === false) return;
  const meta = await store.readMeta(id);
  if (meta) {
    collectRegisters(context, id, { meta, last: end.lastId, ownHead, project: await readLocalProject(context, paths) });
  }
  state.run('UPDATE conversations SET stamp = ? WHERE id = ?', stamp, id);
}

function emptyDraft(): Draft {
  return { lines: [], ids: [], bytes: 0 };
}

/** Segments of others that were merged, or may have been, since the position was saved. */
function freshSegments({ state }: SyncContext, conversation: string): SegmentRow[] {
  return state.all<SegmentRow>('SELECT * FROM segments WHERE conversation = ? AND fresh = 1', conversation);
}

function setFresh({ state }: SyncContext, { device, conversation, n }: SegmentRow, fresh: 0 | 1): void {
  state.run(
    'UPDATE segments SET fresh = ? WHERE device = ? AND conversation = ? AND n = ?',
    ...[fresh, device, conversation, n],
  );
}

async function addRecord(
  context: SyncContext,
  paths: ConversationPaths,
  draft: Draft,
  { id, message, line }: LogRecord,
  removed: ReadonlySet<string>,
): Promise<void> {
  const isGone = removed.has(id) || isRemoved(message);
  // Its removal has not finished here: its content is not uploaded any more.
  const stored =
    isGone && !isRemoved(message)
      ? Buffer.from(JSON.stringify(tombstoneOf(message, context.clock.now().toISOString())))
      : line;
  if (!isGone) await collectFiles(context, paths, message);
  draft.lines.push(stored);
  draft.ids.push(id);
  draft.bytes += stored.length + 1;
}

function addCalls(draft: Draft, calls: readonly CallRecord[]): void {
  for (const { id, line } of calls) {
    draft.lines.push(line);
    draft.ids.push(id);
    draft.bytes += line.length + 1;
  }
}

/** `froms`: segments of ours that it replaces. */
async function putSegment(
  { state, names, sealer, remote, signal }: SyncContext,
  conversation: string,
  { lines, ids }: Draft,
  froms: readonly number[],
  position: LogPosition | null,
): Promise<void> {
  const separated = lines.flatMap((line, at) => (at === 0 ? [line] : [newline, line]));
  const body = Buffer.concat(separated);
  const n = state.transaction(() => {
    state.run("INSERT OR IGNORE INTO conversations VALUES (?, '', '', 1, '')", conversation);
    const row = state.get<{ next: number }>('SELECT next FROM conversations WHERE id = ?', conversation);
    const used = state.get<{ n: number | null }>(
      'SELECT max(n) AS n FROM segments WHERE device = ? AND conversation = ?',
      sealer.device,
      conversation,
    );
    const next = Math.max(row?.next ?? 1, (used?.n ?? 0) + 1);
    // A number is used once: a delayed request of an earlier attempt can't replace what is stored under it now.
    state.run('UPDATE conversations SET next = ? WHERE id = ?', next + 1, conversation);
    return next;
  });
  const name = names.segment(sealer.device, conversation, n);
  const sealed = await sealer.seal(name, body);
  needed(await remote.put(name, sealed, signal));
  state.transaction(() => {
    const row = { device: sealer.device, conversation, n, hash: hashOfBody(body), bytes: sealed.length };
    addSegment(state, {
      ...row,
      records: ids.length,
      froms: JSON.stringify(froms),
      state: 'put',
      ids: ids.join('\n'),
    });
    if (position) {
      state.run('UPDATE conversations SET position = ? WHERE id = ?', JSON.stringify(position), conversation);
    }
  });
}

const newline = Buffer.from('\n');

function savePosition({ state }: SyncContext, id: string, position: LogPosition, updatedAt: string): void {
  state.run("INSERT OR IGNORE INTO conversations VALUES (?, '', '', 1, '')", id);
  state.run(
    'UPDATE conversations SET position = ?, updatedAt = max(updatedAt, ?) WHERE id = ?',
    ...[JSON.stringify(position), updatedAt, id],
  );
}

/** Records that were here and are gone without having been removed, as after restoring an older copy: they come from the store. */
function fetchAgain(
  { state }: SyncContext,
  segments: readonly SegmentRow[],
  seen: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): void {
  for (const segment of segments) {
    if (segment.state !== 'done' || idsOf(segment).every((id) => seen.has(id) || removed.has(id))) continue;
    state.run(
      "UPDATE segments SET state = 'new', attempts = 0 WHERE device = ? AND conversation = ? AND n = ?",
      ...[segment.device, segment.conversation, segment.n],
    );
  }
}

/** The same for conversations that are gone without having been deleted. `here`: the existing ones. */
export function fetchVanished({ state }: SyncContext, here: ReadonlySet<string>): void {
  const synced = state.all<{ conversation: string }>(
    "SELECT DISTINCT conversation FROM segments WHERE state = 'done' AND conversation NOT IN (SELECT conversation FROM deleted)",
  );
  state.transaction(() => {
    for (const { conversation } of synced) {
      if (here.has(conversation)) continue;
      state.run(
        "UPDATE segments SET state = 'new', attempts = 0 WHERE conversation = ? AND state = 'done'",
        conversation,
      );
      state.run("UPDATE conversations SET position = '', stamp = '' WHERE id = ?", conversation);
      state.run(`UPDATE registers SET local = '${unseen}', differs = 1 WHERE conversation = ?`, conversation);
      state.run('UPDATE removed SET applied = 0 WHERE conversation = ?', conversation);
    }
  });
}

/**
 * Writes segments of ours again: without messages that were removed for good, after the store lost them, or joined because there are
 * many. False if some of their records must be fetched first.
 */
async function rewriteSegments(context: SyncContext, paths: ConversationPaths): Promise<boolean> {
  const { state, sealer, disk } = context;
  const id = paths.conversationId;
  const ownRows = state.all<SegmentRow & { rewrite: number }>(
    "SELECT * FROM segments WHERE device = ? AND conversation = ? AND state IN ('put', 'done') ORDER BY n",
    sealer.device,
    id,
  );
  const joins = ownRows.length > maxOwnSegments;
  const replaced = ownRows.filter(({ rewrite, bytes }) => rewrite === 1 || (joins && bytes < maxSegmentBytes / 4));
  if (replaced.length === 0) return true;
  const removed = removedIds(state, id);
  const replacedIds = new Set(replaced.flatMap(idsOf));
  const froms = replaced.map(({ n }) => n);
  const newest = ownRows.at(-1)?.n ?? 0;
  let draft = emptyDraft();
  await readRecords(
    disk,
    paths,
    null,
    () => {},
    async (record) => {
      if (!replacedIds.delete(record.id)) return;
      await addRecord(context, paths, draft, record, removed);
      if (draft.bytes < maxSegmentBytes && draft.ids.length < maxSegmentRecords) return;
      await putSegment(context, id, draft, froms, null);
      draft = emptyDraft();
    },
  );
  const lost = [...replacedIds].filter((each) => !removed.has(each));
  if (lost.length > 0) {
    for (const { device, conversation, n } of replaced) {
      state.run(
        "UPDATE segments SET state = 'new' WHERE device = ? AND conversation = ? AND n = ? AND state = 'done'",
        ...[device, conversation, n],
      );
    }
    // The segments that were just written are incomplete.
    const written = segmentsOf(state, id).filter(({ device, n }) => device === sealer.device && n > newest);
    state.transaction(() => {
      for (const { n } of written) discardSegment(context, id, n);
    });
    return false;
  }
  const replacedCalls = new Set(replaced.flatMap(callIdsOf));
  const calls = replacedCalls.size === 0 ? [] : await readCalls(disk, paths);
  addCalls(
    draft,
    calls.filter((call) => replacedCalls.has(call.id) && !removed.has(call.messageId)),
  );
  if (draft.ids.length > 0) await putSegment(context, id, draft, froms, null);
  state.transaction(() => {
    for (const n of froms) discardSegment(context, id, n);
  });
  return true;
}

/** Notes for the others which conversations were deleted for good here: again, until it is in the store, as the state may be lost. */
export async function noteOwnDeletions(context: SyncContext): Promise<void> {
  const { state, data, disk } = context;
  for (const id of await readDeletedNotes(disk, data.root)) {
    const isSent = state.get('SELECT 1 FROM deleted WHERE conversation = ? AND sent = 1', id) !== null;
    const isHere = (await data.locate(id)).ok;
    if (!isHere && !isSent) {
      state.transaction(() => {
        state.run('INSERT OR IGNORE INTO deleted VALUES (?, 1, 0)', id);
        state.run('UPDATE deleted SET applied = 1 WHERE conversation = ?', id);
        discardConversation(context, id);
        discardUnusedFiles(context);
      });
    }
    if (isHere || (isSent && state.get('SELECT 1 FROM outbox') === null)) await forgetDeletedNote(disk, data.root, id);
  }
}
