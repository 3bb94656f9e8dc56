// Merges another copy of a conversation into ours by appending what ours lacks. Every step is durable before the next
// and can be repeated after a crash:
// 1. IDs that either copy removed for good (removed.json)
// 2. files that the records refer to, then the records, in batches at the end of the log
// 3. meta.json: our branch stays active, with its head set to `after` the last record
// Between 2 and 3 the last record of the other copy would be the head. So `merging` in meta.json stores our branch
// before the first record arrives: readers follow it (effectiveHeadOf), and the next writer sets the head from it before
// appending.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationMeta, Head } from '../../conversation/formats.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { withSource } from '../files/logSources.ts';
import { effectiveHeadOf } from '../log/effectiveHead.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import { createRecordBatch } from '../log/newRecords.ts';
import type { MessageRemoval } from '../removal/messageRemoval.ts';
import type { RemovedFile } from '../removal/removedFile.ts';
import type { Sidecars } from '../sidecars.ts';
import type { CopiedRecords } from './copiedRecords.ts';
import { RefusedInCopy } from './copyDisk.ts';
import { type Copy, createEmptyCopy, scanCopy } from './copyScan.ts';
import { buildMergedRecord } from './mergedRecord.ts';
import { type CopyState, copyRecordFiles } from './mergeFiles.ts';
import { mergeMeta } from './mergeMeta.ts';
import { type MergePlan, planMerge } from './mergePlan.ts';

export interface MergeDeps {
  disk: Disk;
  messages: MessageFiles;
  sidecars: Sidecars;
  removed: RemovedFile;
  forgetting: Pick<MessageRemoval, 'finish'>;
  clock: Clock;
  mask: SecretMask;
}

/** The parts of the other copy; null for missing ones. */
export interface OtherCopy {
  disk: Disk;
  /** Whether its permanent removal of this message applies here too. */
  takesRemoval(messageId: string): boolean;
  messages: string | null;
  meta: ConversationMeta | null;
  removedIds: readonly string[];
  state: CopyState | null;
}

export interface MergeResult {
  added: number;
  renamed: MergePlan['renamed'];
  /** Number of our records removed for good because the other copy removed them. */
  removed: number;
  /** IDs of our records that were removed for good there and stay here because the user did not agree. */
  withheld: string[];
  /** Number of unreadable places in the other copy; they stay there. */
  unreadable: number;
}

const batchBytes = 1024 * 1024;

/** The caller holds the conversation's lock. Can be retried after a failure. */
export async function mergeCopy(
  deps: MergeDeps,
  paths: ConversationPaths,
  other: OtherCopy,
): Promise<Result<MergeResult>> {
  try {
    const ours = await scanPlace(deps, paths);
    if (ours.newer !== null) return fail('STORE_READ_ONLY', say`${ours.newer} Nothing was merged.`);
    if (other.messages === null)
      return await merge(deps, paths, other, ours.records, createEmptyCopy(ours.records.ids), null);
    return await withSource(other.disk, other.messages, async (source) => {
      const theirs = await scanCopy(source, ours.records.ids);
      if (theirs.newer !== null) return fail('STORE_READ_ONLY', say`${theirs.newer} Nothing was merged.`);
      if (theirs.records.size === 0 && theirs.unreadable > 0) {
        return fail('STORE_READ_FAILED', say`The other copy has no readable messages. Nothing was merged.`);
      }
      return merge(deps, paths, other, ours.records, theirs, source);
    });
  } catch (thrown) {
    if (thrown instanceof RefusedInCopy) {
      return fail('STORE_READ_FAILED', say`${thrown.message}. The copy was not fully merged.`);
    }
    return fail(
      'STORE_WRITE_FAILED',
      say`The other copy could not be fully merged: ${diskReason(thrown)}. Both copies are intact. The merge will be tried again.`,
    );
  }
}

async function merge(
  deps: MergeDeps,
  paths: ConversationPaths,
  other: OtherCopy,
  ours: CopiedRecords,
  { records, unreadable }: Copy,
  source: LogSource | null,
): Promise<Result<MergeResult>> {
  const before = await deps.removed.read(paths);
  const removedThere = [...other.removedIds];
  await records.each((record) => {
    if (records.isRemoved(record)) removedThere.push(records.ids.at(records.id(record)));
  });
  const goneBefore = new Set(before.ids);
  const stands = (id: string): boolean => {
    const record = ours.find(ours.ids.find(id));
    return record >= 0 && !ours.isRemoved(record) && !goneBefore.has(id);
  };
  const withheld = [...new Set(removedThere.filter((id) => stands(id) && !other.takesRemoval(id)))];
  const stay = new Set(withheld);
  const removedIds = new Set([...before.ids, ...other.removedIds.filter((id) => !stay.has(id))]);
  const plan = await planMerge(ours, records, removedIds, stay);
  const recorded = await deps.removed.update(paths, (now) => ({
    ...now,
    ids: [...new Set([...now.ids, ...removedThere.filter((id) => other.takesRemoval(id))])],
    unfinished: [...now.unfinished, ...newlyRemoved(plan, now.unfinished)],
  }));
  if (!recorded.ok) return recorded;

  const head = await openBranch(deps, paths, ours);
  const { append, renamed, remove } = plan;
  if (append.length > 0 && source) {
    const intent =
      head === null ? ok(null) : await deps.sidecars.updateMeta(paths, (meta) => ({ ...meta, merging: { head } }));
    if (!intent.ok) return intent;
    const appended = await appendPlanned(deps, paths, append, source, other.state);
    if (!appended.ok) return appended;
  } else if (ours.size > 0) {
    await syncLog(deps.disk, paths);
  }
  const lastId = append.length > 0 ? append.at(append.length - 1).id : lastIdOf(ours);
  const metaNotice = await deps.sidecars.updateMeta(paths, (meta) =>
    withHead(other.meta ? mergeMeta(meta, other.meta) : meta, head ?? theirHead(other, lastId), lastId),
  );
  if (!metaNotice.ok) return metaNotice;
  const finished = await deps.forgetting.finish(paths);
  if (!finished.ok) return finished;
  return ok({ added: append.length, renamed, removed: remove.length, withheld, unreadable });
}

async function scanPlace({ disk, messages }: MergeDeps, paths: ConversationPaths): Promise<Copy> {
  const log = await messages.read(paths);
  if (!log.ok) throw new Error(log.error.message);
  if (log.value.identity === null || log.value.obstacle !== null) return createEmptyCopy();
  return withSource(disk, paths.messages, (source) => scanCopy(source));
}

function lastIdOf(records: CopiedRecords): string | null {
  return records.size === 0 ? null : records.ids.at(records.id(records.size - 1));
}

function newlyRemoved(plan: MergePlan, unfinished: readonly { id: string }[]): { id: string; hashes: string[] }[] {
  const unfinishedIds = new Set(unfinished.map(({ id }) => id));
  return plan.remove.filter((id) => !unfinishedIds.has(id)).map((id) => ({ id, hashes: [] }));
}

/** The head before this merge, or before an interrupted earlier one. */
async function openBranch(deps: MergeDeps, paths: ConversationPaths, ours: CopiedRecords): Promise<string | null> {
  const { value: meta } = await deps.sidecars.readMeta(paths);
  const last = lastIdOf(ours);
  const head = meta.head?.after === last ? meta.head.id : meta.merging?.head;
  return typeof head === 'string' && ours.find(ours.ids.find(head)) >= 0 ? head : last;
}

/** Existing records may come from a process that ended before its sync, so sync before relying on them. */
async function syncLog(disk: Disk, paths: ConversationPaths): Promise<void> {
  const handle = await disk.open(paths.messages, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The meta with the given branch open once records up to `last` are stored. */
export function withHead(meta: ConversationMeta, head: string | null, last: string | null): ConversationMeta {
  const { merging: _done, ...rest } = meta;
  const set: Head | null = head === null || last === null || head === last ? null : { id: head, after: last };
  return { ...rest, head: set };
}

/** For a conversation that is new here: the other copy's open branch. */
function theirHead({ meta }: OtherCopy, last: string | null): string | null {
  return meta?.head && meta.head.after === last ? meta.head.id : null;
}

async function appendPlanned(
  deps: MergeDeps,
  paths: ConversationPaths,
  planned: MergePlan['append'],
  source: LogSource,
  state: CopyState | null,
): Promise<Result<void>> {
  const { disk, messages, mask, clock } = deps;
  const at = clock.now().toISOString();
  const batch = createRecordBatch();
  for (let index = 0; index < planned.length; index++) {
    const next = planned.at(index);
    const builtRecord = buildMergedRecord(next, await source.read(next.start, next.end - next.start), mask, at);
    const message =
      state && !next.emptied
        ? await copyRecordFiles(disk, paths, state, builtRecord.message, mask)
        : builtRecord.message;
    batch.add(message === builtRecord.message ? builtRecord.record : JSON.stringify(message));
    if (batch.size < batchBytes && index < planned.length - 1) continue;
    const log = await messages.read(paths);
    if (!log.ok) return log;
    if (log.value.readOnly !== null) return fail('STORE_READ_ONLY', say`${log.value.readOnly} Nothing was merged.`);
    const stored = await messages.appendAll(paths, log.value, batch);
    if (!stored.ok) return stored;
    batch.clear();
  }
  return ok(undefined);
}

/** Restores our active branch after an interrupted merge that cannot be repeated. */
export async function recoverInterruptedMerge(
  { disk, messages, sidecars }: Pick<MergeDeps, 'disk' | 'messages' | 'sidecars'>,
  paths: ConversationPaths,
): Promise<Result<void>> {
  const { value: meta } = await sidecars.readMeta(paths);
  if (!meta.merging) return ok(undefined);
  const log = await messages.read(paths);
  if (!log.ok) return log;
  const last = log.value.last?.id ?? null;
  try {
    if (last !== null) await syncLog(disk, paths);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`The open branch could not be saved: ${diskReason(thrown)}.`);
  }
  const stays = effectiveHeadOf(meta, log.value.last)?.id ?? null;
  const settled = await sidecars.updateMeta(paths, (now) => withHead(now, stays, last));
  return settled.ok ? ok(undefined) : settled;
}
