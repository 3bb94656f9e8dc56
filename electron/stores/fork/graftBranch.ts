// Appends what a fork has gained to the conversation it was forked from, as a branch. Like a merge, every step is durable
// before the next and can be repeated after a crash: until the head is set, `merging` in meta.json remembers the open
// branch. Ids are those of the fork, so records that are already there are skipped.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationMeta, ExecutionEntry } from '../../conversation/formats.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { ConversationReader } from '../../ports/store.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import type { ExecutionLog } from '../executionLog.ts';
import { diskReason } from '../files/disk.ts';
import { effectiveHeadOf } from '../log/effectiveHead.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import { createRecordBatch } from '../log/newRecords.ts';
import type { ConflictMerge } from '../merge/conflictMerge.ts';
import { withHead } from '../merge/mergeCopy.ts';
import type { MessageRemoval } from '../removal/messageRemoval.ts';
import { WriteFailure } from './buildConversation.ts';
import { copiedRecord, type ForkDeps, withResult } from './forkConversation.ts';

export interface GraftDeps
  extends Pick<ForkDeps, 'disk' | 'data' | 'sidecars' | 'mask' | 'readLater'>,
    Pick<ConversationReader, 'readMessages'> {
  messages: MessageFiles;
  execution: ExecutionLog;
  forgetting: Pick<MessageRemoval, 'finish'>;
  conflicts: ConflictMerge;
}

interface Places {
  from: ConversationPaths;
  to: ConversationPaths;
}

const pageSize = 200;
const pageBytes = 1024 * 1024;

/** The caller holds the lock. After STORE_WRITE_FAILED some of it may be stored; a retry adds the rest. */
export async function graftBranch(
  deps: GraftDeps,
  to: ConversationPaths,
  { from: fromId, after }: { from: string; after: string },
): Promise<Result<{ added: number; lastId: string | null }>> {
  // As before a message, finish interrupted removals first.
  await deps.forgetting.finish(to);
  const merged = await deps.conflicts.settle(to);
  if (!merged.ok) return merged;
  const place = await deps.data.locate(fromId);
  if (!place.ok) return place;
  const from = place.value;
  let at = after;
  let added = 0;
  const open = openCallsAlong();
  try {
    const source = await deps.sidecars.readMeta(from);
    for (;;) {
      const page = await deps.readLater(from.conversationId, at, pageSize, { enoughBytes: pageBytes });
      if (!page.ok) return page;
      const { messages, hasLater } = page.value;
      const last = messages.at(-1);
      if (!last) break;
      const existing = await deps.readMessages(
        to.conversationId,
        messages.map(({ id }) => id),
      );
      if (!existing.ok) return existing;
      const existingIds = new Set(existing.value.map(({ id }) => id));
      for (const message of messages) open.add(message);
      const stored = await append(deps, { from, to }, messages, at, existingIds, source.value);
      if (!stored.ok) return stored;
      added += stored.value;
      at = last.id;
      if (!hasLater) break;
    }
    const starts = await copyStarts(deps, { from, to }, open.replies());
    return starts.ok ? ok({ added, lastId: at === after ? null : at }) : starts;
  } catch (thrown) {
    if (thrown instanceof WriteFailure) return thrown.failed;
    return fail('STORE_WRITE_FAILED', say`Not all of the answer was saved: ${diskReason(thrown)}.`);
  }
}

/** A page is one write, after which the previously open branch is open again. */
async function append(
  deps: GraftDeps,
  { from, to }: Places,
  messages: readonly Message[],
  after: string,
  existingIds: ReadonlySet<string>,
  source: ConversationMeta,
): Promise<Result<number>> {
  const batch = createRecordBatch();
  const marks: ConversationMeta['marks'] = {};
  let parentId = after;
  let last = null as string | null;
  for (const message of messages) {
    const { id } = message;
    if (!existingIds.has(id)) {
      const moved = await withResult(deps, from, to, message);
      const record = copiedRecord(moved, from.conversationId, to.conversationId, deps.mask);
      batch.add(JSON.stringify({ ...record, parentId }));
      const mark = Object.hasOwn(source.marks, id) ? source.marks[id] : undefined;
      if (mark) marks[id] = mark;
      last = id;
    }
    parentId = id;
  }
  if (last === null) return ok(0);
  const log = await deps.messages.read(to);
  if (!log.ok) return log;
  if (log.value.readOnly !== null) return fail('STORE_READ_ONLY', say`${log.value.readOnly} Nothing was written.`);
  const meta = await deps.sidecars.readMeta(to);
  const head = effectiveHeadOf(meta.value, log.value.last);
  const openId = head ? head.id : (log.value.last?.id ?? null);
  if (openId === null) return fail('STORE_WRITE_FAILED', say`The conversation has no message to answer.`);
  const intent = await deps.sidecars.updateMeta(to, (now) => ({ ...now, merging: { head: openId } }));
  if (!intent.ok) return intent;
  const stored = await deps.messages.appendAll(to, log.value, batch);
  if (!stored.ok) return stored;
  const end = last;
  const settled = await deps.sidecars.updateMeta(to, (now) => ({
    ...withHead(now, openId, end),
    marks: { ...now.marks, ...marks },
  }));
  return settled.ok ? ok(batch.count) : settled;
}

/** Replies with calls that have no result: a copy of a crashed call must not claim that nothing was done. */
function openCallsAlong(): { add(message: Message): void; replies(): ReadonlySet<string> } {
  const open = new Map<string, string>();
  return {
    add(message) {
      for (const { id } of callsOf(message)) open.set(id, message.id);
      if (message.role === 'tool') open.delete(message.tool_call_id);
    },
    replies: () => new Set(open.values()),
  };
}

/** Their processes belong to the fork, so nothing here ends them. */
async function copyStarts(
  { execution, mask }: GraftDeps,
  { from, to }: Places,
  replies: ReadonlySet<string>,
): Promise<Result<void>> {
  if (replies.size === 0) return ok(undefined);
  const keyOf = ({ messageId, index }: ExecutionEntry): string => `${messageId}:${index}`;
  const copied = new Set(((await execution.read(to)) ?? []).map(keyOf));
  for (const { pid: _pid, processStartedAt: _at, ...entry } of (await execution.read(from)) ?? []) {
    if (entry.type !== 'tool_started' || !replies.has(entry.messageId) || copied.has(keyOf(entry))) continue;
    copied.add(keyOf(entry));
    const logged = await execution.append(to, maskDeep(mask, entry));
    if (!logged.ok) return logged;
  }
  return ok(undefined);
}
