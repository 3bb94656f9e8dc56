// Undo operations in progress: recorded before the first file changes, and cleared once the model was notified and
// the conversation updated. After a crash an operation is not completed later, when it would be unexpected; instead,
// the model is notified of what was done.

import { callKey } from '../../../shared/conversation/event.ts';
import type { NewMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { ChangeDirection } from '../../../shared/features/undo/methods.ts';
import type { AppliedChanges, ChangeScope, UnfinishedChange } from '../../ports/changes.ts';
import type { StoredBranch } from '../../ports/store.ts';
import { createAppender } from '../appendMessage.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { storeStrayPartial } from '../recovery/orphanedPartial.ts';
import { hasOpenCalls, recoveryRecords } from '../recovery/recover.ts';
import { changesRecord } from './changesRecord.ts';

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'changes' | 'reportStoreError'>;

/**
 * Records the operation, applies it, and notifies the views. The record remains when this resolves, unless nothing was
 * done.
 */
export async function applyScope(
  deps: Deps,
  conversationId: string,
  scope: ChangeScope,
  direction: ChangeDirection,
  noteId: string,
): Promise<Result<AppliedChanges>> {
  const { calls } = scope;
  const before = await deps.changes.unfinished(conversationId);
  const meant: UnfinishedChange['calls'][number][] = [];
  for (const call of calls) {
    const undone = (await deps.changes.undone(call.conversationId)).includes(callKey(call));
    // An interrupted attempt's work is part of this one.
    const isPart = before?.direction === direction && before.calls.some((one) => isSameCall(one, call));
    if (undone === (direction === 'redo') || isPart) meant.push(call);
  }
  const noted = await deps.changes.setGoing(conversationId, { ...scope, calls: meant, direction, noteId });
  if (!noted.ok) return noted;
  const applied = await deps.changes.apply(scope, direction);
  if (!applied.ok) {
    await deps.changes.setGoing(conversationId, before);
    return applied;
  }
  publishUndone(deps, applied.value);
  return applied;
}

function isSameCall(a: UnfinishedChange['calls'][number], b: UnfinishedChange['calls'][number]): boolean {
  return a.conversationId === b.conversationId && a.messageId === b.messageId && a.index === b.index;
}

function publishUndone({ hub }: Deps, applied: AppliedChanges): void {
  const changed = new Map<string, Record<string, boolean>>();
  for (const { undone, ...call } of applied.undone) {
    changed.set(call.conversationId, { ...changed.get(call.conversationId), [callKey(call)]: undone });
  }
  for (const [id, undone] of changed) hub.publish(id, { type: 'changes.changed', undone });
}

/** Tells the model what was done; calls left open by a crash count as interrupted from then on, as before a message. */
export async function storeChangesRecord(
  deps: Deps,
  conversationId: string,
  direction: ChangeDirection,
  applied: AppliedChanges,
  noteId: string,
): Promise<Result<void>> {
  const record = changesRecord(direction, applied);
  if (record) {
    const stored = await storeRecord(deps, conversationId, { ...record, id: noteId });
    if (!stored.ok) return stored;
  }
  return deps.changes.setGoing(conversationId, null);
}

async function storeRecord(deps: Deps, conversationId: string, record: NewMessage): Promise<Result<void>> {
  const read = await deps.store.readBranch(conversationId, 'context');
  if (!read.ok) return read;
  const { messages } = read.value;
  // Already stored before a crash.
  if (messages.some(({ id }) => id === record.id)) return ok(undefined);
  const stray = await storeStrayPartial(deps, read.value);
  if (!stray.ok) return stray;
  const partial = await deps.store.readPartial(conversationId);
  const log = hasOpenCalls(messages) ? await deps.store.readExecution(conversationId) : [];
  const append = createAppender(deps, conversationId);
  for (const each of [...recoveryRecords(read.value, partial, log), record]) {
    const stored = await append(each);
    if (!stored.ok) return stored;
  }
  return deps.store.savePartial(conversationId, null);
}

/**
 * Returns the record that will tell the model about an interrupted operation, before anything else is stored. Changes
 * nothing.
 */
export async function unfinishedChangeRecord(
  { changes }: Pick<ChatDeps, 'changes'>,
  { conversationId, messages, meta }: StoredBranch,
): Promise<NewMessage | null> {
  const going = await changes.unfinished(conversationId);
  const isInConversation = going && (messages.some(({ id }) => id === going.noteId) || isRewound(meta, going));
  if (!going || isInConversation) return null;
  const applied = await changes.applied(going, { onlyLook: true });
  const record = applied.ok ? changesRecord(going.toldAs ?? going.direction, applied.value) : null;
  return record && { ...record, id: going.noteId };
}

function isRewound(meta: StoredBranch['meta'], { noteId }: UnfinishedChange): boolean {
  return meta.rewound?.at(-1)?.noteId === noteId;
}

/** Records what an interrupted operation has done. The caller holds the lease. */
export async function finishUnfinishedChange(deps: Deps, conversationId: string): Promise<Result<void>> {
  const going = await deps.changes.unfinished(conversationId);
  if (!going) return ok(undefined);
  const read = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!read.ok || read.value.readOnly) return ok(undefined);
  // The conversation was updated before the crash.
  if (isRewound(read.value.meta, going)) return deps.changes.setGoing(conversationId, null);
  const applied = await deps.changes.applied(going);
  // Its conversations or folder may no longer exist: then there is nothing to report.
  if (!applied.ok) return deps.changes.setGoing(conversationId, null);
  publishUndone(deps, applied.value);
  return storeChangesRecord(deps, conversationId, going.toldAs ?? going.direction, applied.value, going.noteId);
}
