// Takes another copy of a conversation into ours: what ours lacks is appended, in place. Every step is durable before the
// next, and doing it again goes on where a crash ended it:
//
//   1. ids that either copy removed for good (removed.json)
//   2. the files that the records name, then the records, some at a time; each time it is the end of the log that grows
//   3. meta.json: our branch stays the active one, as its head is set to `after` the last record
//
// Between 2 and 3 the last record of the other copy would be the head. So `merging` in meta.json keeps our branch from before
// the first record on: readers go by it (openHead), and the next writer sets the head from it before it appends.

import type { Head } from '../../../shared/conversation/branch.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { ConversationMeta } from '../../../shared/formats.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationPlace } from '../dataFolder.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import type { LogSource } from '../log/logScan.ts';
import { withSource } from '../log/logSources.ts';
import type { MessageFiles, NewRecord } from '../log/messageFile.ts';
import { openHead } from '../log/openHead.ts';
import type { Forgetting } from '../removal/forget.ts';
import type { RemovedFile } from '../removal/removedFile.ts';
import type { Sidecars } from '../sidecars.ts';
import { type Copy, scanCopy } from './copyScan.ts';
import { mergedRecord } from './mergedRecord.ts';
import { bringFiles, type CopyState } from './mergeFiles.ts';
import { mergeMeta } from './mergeMeta.ts';
import { type MergePlan, type PlannedRecord, planMerge } from './mergePlan.ts';

export interface MergeDeps {
  disk: Disk;
  messages: MessageFiles;
  sidecars: Sidecars;
  removed: RemovedFile;
  forgetting: Pick<Forgetting, 'finish'>;
  clock: Clock;
  mask: SecretMask;
}

/** What the other copy is made of; null for what it does not have. */
export interface OtherCopy {
  messages: string | null;
  meta: ConversationMeta | null;
  removedIds: readonly string[];
  state: CopyState | null;
}

export interface Merged {
  /** Records that came in. */
  added: number;
  renamed: MergePlan['renamed'];
  /** Records of ours that were removed for good, as they were in the other copy. */
  removed: number;
  /** Places of the other copy that could not be read; they stay in it. */
  unreadable: number;
}

/** Bytes of records that are written at a time. */
const chunkBytes = 1024 * 1024;

/** The caller has the lock of the conversation. After a failure it can be done again. */
export async function mergeCopy(deps: MergeDeps, place: ConversationPlace, other: OtherCopy): Promise<Result<Merged>> {
  try {
    const ours = await scanPlace(deps, place);
    if (ours.newer !== null) return fail('STORE_READ_ONLY', `${ours.newer} Nothing was taken in.`);
    if (other.messages === null) return await merge(deps, place, other, ours, emptyCopy, null);
    return await withSource(deps.disk, other.messages, async (source) => {
      const theirs = await scanCopy(source);
      if (theirs.newer !== null) return fail('STORE_READ_ONLY', `${theirs.newer} Nothing was taken in.`);
      if (theirs.records.length === 0 && theirs.unreadable > 0) {
        return fail('STORE_READ_FAILED', 'The other copy holds no message that could be read. Nothing was taken in.');
      }
      return merge(deps, place, other, ours, theirs, source);
    });
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      `The other copy could not be taken in to the end: ${diskReason(thrown)}. Both copies are unharmed; it is tried again.`,
    );
  }
}

async function merge(
  deps: MergeDeps,
  place: ConversationPlace,
  other: OtherCopy,
  ours: Copy,
  theirs: Copy,
  source: LogSource | null,
): Promise<Result<Merged>> {
  const before = await deps.removed.read(place);
  const gone = new Set([...before.ids, ...other.removedIds]);
  const plan = await planMerge(ours.records, theirs.records, gone);
  for (const record of theirs.records) if (record.removed) gone.add(record.id);
  const noted = await deps.removed.update(place, (now) => ({
    ...now,
    ids: [...new Set([...now.ids, ...gone])],
    unfinished: [...now.unfinished, ...newlyRemoved(plan, now.unfinished)],
  }));
  if (!noted.ok) return noted;

  const head = await openBranch(deps, place, ours);
  const last = plan.append.at(-1);
  if (last && source) {
    const intent =
      head === null ? ok(null) : await deps.sidecars.updateMeta(place, (meta) => ({ ...meta, merging: { head } }));
    if (!intent.ok) return intent;
    const appended = await appendPlanned(deps, place, plan.append, source, other.state);
    if (!appended.ok) return appended;
  } else if (ours.records.length > 0) {
    await syncLog(deps.disk, place);
  }
  const lastId = last?.id ?? ours.records.at(-1)?.id ?? null;
  const said = await deps.sidecars.updateMeta(place, (meta) =>
    withHead(other.meta ? mergeMeta(meta, other.meta) : meta, head ?? theirHead(other, lastId), lastId),
  );
  if (!said.ok) return said;
  const finished = await deps.forgetting.finish(place);
  if (!finished.ok) return finished;
  const { append, renamed, remove } = plan;
  return ok({ added: append.length, renamed, removed: remove.length, unreadable: theirs.unreadable });
}

const emptyCopy: Copy = { records: [], newer: null, unreadable: 0 };

async function scanPlace({ disk, messages }: MergeDeps, place: ConversationPlace): Promise<Copy> {
  const log = await messages.read(place);
  if (!log.ok) throw new Error(log.error.message);
  if (log.value.identity === null || log.value.obstacle !== null) return emptyCopy;
  return withSource(disk, place.messages, scanCopy);
}

function newlyRemoved(plan: MergePlan, unfinished: readonly { id: string }[]): { id: string; hashes: string[] }[] {
  const known = new Set(unfinished.map(({ id }) => id));
  return plan.remove.filter((id) => !known.has(id)).map((id) => ({ id, hashes: [] }));
}

/** The head that was open before this merge, or before one that did not come to its end. */
async function openBranch(deps: MergeDeps, place: ConversationPlace, ours: Copy): Promise<string | null> {
  const { value: meta } = await deps.sidecars.readMeta(place);
  const last = ours.records.at(-1)?.id ?? null;
  const isThere = (id: string | null | undefined): boolean => ours.records.some((record) => record.id === id);
  const head = meta.head?.after === last ? meta.head.id : meta.merging?.head;
  return isThere(head) ? (head as string) : last;
}

/** Records that are there may have been written by a process that ended before it could sync them: nothing relies on them before. */
async function syncLog(disk: Disk, place: ConversationPlace): Promise<void> {
  const handle = await disk.open(place.messages, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function withHead(meta: ConversationMeta, head: string | null, last: string | null): ConversationMeta {
  const { merging: _done, ...rest } = meta;
  const set: Head | null = head === null || last === null || head === last ? null : { id: head, after: last };
  return { ...rest, head: set };
}

/** For a conversation that is new here: the branch that was open in the other copy. */
function theirHead({ meta }: OtherCopy, last: string | null): string | null {
  return meta?.head && meta.head.after === last ? meta.head.id : null;
}

async function appendPlanned(
  deps: MergeDeps,
  place: ConversationPlace,
  planned: readonly PlannedRecord[],
  source: LogSource,
  state: CopyState | null,
): Promise<Result<void>> {
  const { disk, messages, mask, clock } = deps;
  const at = clock.now().toISOString();
  let chunk: NewRecord[] = [];
  let bytes = 0;
  for (const [index, next] of planned.entries()) {
    const { start, end } = next.record;
    const made = mergedRecord(next, await source.read(start, end - start), mask, at);
    const message = state && !next.emptied ? await bringFiles(disk, place, state, made.message, mask) : made.message;
    chunk.push(message === made.message ? made : { message, record: JSON.stringify(message) });
    bytes += end - start;
    if (bytes < chunkBytes && index < planned.length - 1) continue;
    const log = await messages.read(place);
    if (!log.ok) return log;
    if (log.value.readOnly !== null) return fail('STORE_READ_ONLY', `${log.value.readOnly} Nothing was taken in.`);
    const stored = await messages.appendAll(place, log.value, chunk);
    if (!stored.ok) return stored;
    chunk = [];
    bytes = 0;
  }
  return ok(undefined);
}

/** What a merge that ended in the middle left, and cannot be done again: our branch is the active one again. */
export async function settleMerge(
  { disk, messages, sidecars }: Pick<MergeDeps, 'disk' | 'messages' | 'sidecars'>,
  place: ConversationPlace,
): Promise<Result<void>> {
  const { value: meta } = await sidecars.readMeta(place);
  if (!meta.merging) return ok(undefined);
  const log = await messages.read(place);
  if (!log.ok) return log;
  const last = log.value.last?.id ?? null;
  try {
    if (last !== null) await syncLog(disk, place);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', `Which branch is open could not be stored: ${diskReason(thrown)}.`);
  }
  const stays = openHead(meta, log.value.last)?.id ?? null;
  const settled = await sidecars.updateMeta(place, (now) => withHead(now, stays, last));
  return settled.ok ? ok(undefined) : settled;
}
