// Undoes and redoes the file changes of calls, and rewinds to an earlier message with or without them. Meanwhile no run
// happens in the conversation, its parent or its agents, and no other call in the folder. Changes are recorded for the model,
// even after a crash in between.

import { type AttachmentRef, attachmentsOf } from '../../../shared/conversation/attachments.ts';
import { callKey } from '../../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type {
  ChangeDirection,
  ChangeOutcome,
  ChangePreview,
  ChangeReview,
  ChangeTarget,
} from '../../../shared/features/undo/methods.ts';
import { createAppender } from '../../chat/appendMessage.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { storePartial } from '../../chat/recovery/orphanedPartial.ts';
import { rewindPoint, textOfMessage, undoableRewind, withoutRewind, withRewind } from '../../chat/undo/rewind.ts';
import { applyScope, finishUnfinishedChange, storeChangesRecord } from '../../chat/undo/undoJournal.ts';
import { scopeOf, workingFolders } from '../../chat/undo/undoScope.ts';
import { running, withIdleConversation } from '../../chat/withIdleConversation.ts';
import { withLease } from '../../chat/withLease.ts';
import type { AppliedChanges, ChangeScope, ScopeChanges, ScopedCall } from '../../ports/changes.ts';
import type { StoredBranch, WriterLease } from '../../ports/store.ts';

export interface UndoService {
  preview(conversationId: string, target: ChangeTarget, direction: ChangeDirection): Promise<Result<ChangePreview>>;
  apply(conversationId: string, target: ChangeTarget, direction: ChangeDirection): Promise<Result<ChangeOutcome>>;
  /** Undoes everything since the message; returns the undone calls, for `redo`. */
  undoSince(conversationId: string, messageId: string): Promise<Result<ScopedCall[]>>;
  redo(conversationId: string, calls: readonly ScopedCall[]): Promise<Result<ChangeOutcome>>;
  review(conversationId: string, target: ChangeTarget): Promise<Result<ChangeReview>>;
  /** Returns the combined changes of the target's calls. */
  netChanges(
    conversationId: string,
    target: ChangeTarget | { type: 'conversation' },
  ): Promise<Result<ScopeChanges & { scope: ChangeScope }>>;
  rewind(conversationId: string, messageId: string, files: boolean): Promise<Result<Rewinding>>;
  unrewind(conversationId: string): Promise<Result<{ files: ChangeOutcome | null }>>;
  /** Completes calls that killed runs of the app left open. In the background, at startup. */
  settleLeft(): Promise<void>;
}

/** The message that was rewound, and what was done to files. */
interface Rewinding {
  text: string;
  attachments: AttachmentRef[];
  files: ChangeOutcome | null;
}

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'tasks' | 'changes' | 'ids' | 'reportStoreError'>;

const nothingDone: ChangeOutcome = { done: 0, skipped: [] };

export function createUndoService(deps: Deps, chat: { isRunning(conversationId: string): boolean }): UndoService {
  function alone<T>(
    conversationId: string,
    task: () => Promise<Result<T>>,
    finish?: Parameters<typeof withIdleConversation>[4],
  ): Promise<Result<T>> {
    return withIdleConversation(deps, chat, conversationId, task, finish);
  }

  /** Also locks the sub-agents' conversations in the scope, or the parent of this one. */
  async function withOthers<T>(
    conversationId: string,
    { calls }: ChangeScope,
    task: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const others = new Set(calls.map((call) => call.conversationId));
    const parent = await parentOf(conversationId);
    if (parent !== null) others.add(parent);
    others.delete(conversationId);
    const leases: WriterLease[] = [];
    try {
      for (const id of others) {
        if (chat.isRunning(id)) return running;
        const lease = await deps.store.lease(id, 'undoing');
        if (lease.ok) leases.push(lease.value);
        else if (lease.error.code !== 'CONVERSATION_NOT_FOUND') return lease;
      }
      return await task();
    } finally {
      for (const lease of leases) lease.release();
    }
  }

  async function parentOf(conversationId: string): Promise<string | null> {
    // A listed conversation has no parent.
    const row = await deps.store.listConversation(conversationId);
    if (!row.ok || row.value !== null) return null;
    const branch = await deps.store.readBranch(conversationId, 'whole');
    const origin = branch.ok ? branch.value.messages[0]?.origin : undefined;
    const { type, conversationId: parent } = (origin ?? {}) as Record<string, unknown>;
    return type === 'sub-agent' && typeof parent === 'string' ? parent : null;
  }

  /** Completes interrupted calls first; skips conversations that someone is writing. */
  async function settle(conversationIds: Iterable<string>): Promise<void> {
    for (const id of new Set(conversationIds)) {
      if (chat.isRunning(id) || (await deps.changes.unsettled(id)).length === 0) continue;
      const lease = await deps.store.lease(id, say`checking changes`);
      if (!lease.ok) continue;
      await deps.changes.settle(id);
      lease.value.release();
    }
  }

  /**
   * Completes the record of a partial undo that a crash interrupted: without it, the conversation would show the file as
   * changed by someone else. Skipped while someone is writing.
   */
  async function finishPartial(conversationId: string): Promise<void> {
    if (chat.isRunning(conversationId)) return;
    if ((await deps.changes.unfinished(conversationId))?.toldAs === undefined) return;
    await withLease(deps, conversationId, async (release) => {
      release();
      return ok(undefined);
    });
  }

  async function look<T>(
    conversationId: string,
    target: ChangeTarget | { type: 'conversation' },
    task: (scope: ChangeScope) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    await finishPartial(conversationId);
    const scope = await scopeOf(deps, conversationId, target);
    if (!scope.ok) return scope;
    await settle(scope.value.scope.calls.map((call) => call.conversationId));
    return task(scope.value.scope);
  }

  /** Notes in the conversation: a rewind resumes what was begun; anything else informs the model first. */
  async function keepUndoing(...[parts, id]: Parameters<typeof finishUnfinishedChange>): Promise<Result<void>> {
    return (await deps.changes.unfinished(id))?.direction === 'undo'
      ? ok(undefined)
      : finishUnfinishedChange(parts, id);
  }

  async function moveHead(
    branch: StoredBranch,
    change: Parameters<Deps['store']['updateMeta']>[1],
  ): Promise<Result<void>> {
    const moved = await deps.store.updateMeta(branch.conversationId, change);
    if (!moved.ok) return moved;
    await deps.hub.reload(branch.conversationId);
    return ok(undefined);
  }

  /** Applies it and records it for the model. */
  function applyNoted(
    conversationId: string,
    direction: ChangeDirection,
    find: () => ReturnType<typeof scopeOf>,
  ): Promise<Result<AppliedChanges>> {
    return alone(conversationId, async () => {
      const target = await find();
      if (!target.ok) return target;
      const { branch, scope } = target.value;
      if (branch.readOnly) return fail('STORE_READ_ONLY', branch.readOnly);
      return withOthers(conversationId, scope, async () => {
        const noteId = deps.ids.ulid();
        const applied = await applyScope(deps, conversationId, scope, direction, noteId);
        if (!applied.ok) return applied;
        const recorded = await storeChangesRecord(deps, conversationId, direction, applied.value, noteId);
        return recorded.ok ? applied : recorded;
      });
    });
  }

  /** Missing undo data is not an error here. */
  async function applyIfAny(
    conversationId: string,
    scope: ChangeScope,
    direction: ChangeDirection,
    noteId: string,
  ): Promise<Result<ChangeOutcome>> {
    return withOthers(conversationId, scope, async () => {
      const applied = await applyScope(deps, conversationId, scope, direction, noteId);
      if (!applied.ok && applied.error.code === 'NOT_SUPPORTED') return ok(nothingDone);
      return applied.ok ? ok(outcomeOf(applied.value)) : applied;
    });
  }

  /** Calls undone by the noted undo, including an earlier attempt. */
  async function undoneNow(conversationId: string): Promise<ScopedCall[]> {
    const undoneCalls: ScopedCall[] = [];
    for (const call of (await deps.changes.unfinished(conversationId))?.calls ?? []) {
      if ((await deps.changes.undone(call.conversationId)).includes(callKey(call))) undoneCalls.push(call);
    }
    return undoneCalls;
  }

  return {
    preview: (conversationId, target, direction) =>
      look(conversationId, target, (scope) => deps.changes.preview(scope, direction)),

    netChanges: (conversationId, target) =>
      look(conversationId, target, async (scope) => {
        const net = await deps.changes.netChanges(scope);
        return net.ok ? ok({ ...net.value, scope }) : net;
      }),

    review: (conversationId, target) => look(conversationId, target, (scope) => deps.changes.review(scope)),

    async apply(conversationId, target, direction) {
      const applied = await applyNoted(conversationId, direction, () => scopeOf(deps, conversationId, target));
      return applied.ok ? ok(outcomeOf(applied.value)) : applied;
    },

    async undoSince(conversationId, messageId) {
      const target = { type: 'since', messageId } as const;
      const applied = await applyNoted(conversationId, 'undo', () => scopeOf(deps, conversationId, target));
      return applied.ok ? ok(applied.value.undone.filter(({ undone }) => undone)) : applied;
    },

    async redo(conversationId, calls) {
      const applied = await applyNoted(conversationId, 'redo', async () => {
        const branch = await deps.store.readBranch(conversationId, { tail: 1 });
        if (!branch.ok) return branch;
        const place = await workingFolders(deps, branch.value);
        return place.ok ? ok({ branch: branch.value, scope: { ...place.value, calls: [...calls] } }) : place;
      });
      return applied.ok ? ok(outcomeOf(applied.value)) : applied;
    },

    rewind: (conversationId, messageId, files) => {
      const task = async (): Promise<Result<Rewinding>> => {
        const reach = { tail: 1, including: messageId };
        const read = await deps.store.readBranch(conversationId, reach);
        if (!read.ok) return read;
        if (read.value.readOnly) return fail('STORE_READ_ONLY', read.value.readOnly);
        const point = rewindPoint(read.value, messageId);
        if (!point.ok) return point;
        // A partial reply from a crash belongs at the current end of the conversation.
        const storedPartial = await storePartial(deps, read.value, createAppender(deps, conversationId));
        if (!storedPartial.ok) return storedPartial;
        const now = await deps.store.readBranch(conversationId, reach);
        if (!now.ok) return now;
        const branch = now.value;
        const noteId = deps.ids.ulid();
        let outcome: ChangeOutcome | null = null;
        if (files && (await workingFolders(deps, branch)).ok) {
          const scope = await scopeOf(deps, conversationId, { type: 'since', messageId });
          if (!scope.ok) return scope;
          const applied = await applyIfAny(conversationId, scope.value.scope, 'undo', noteId);
          if (!applied.ok) return applied;
          outcome = applied.value;
        }
        const pendingUndo = await deps.changes.unfinished(conversationId);
        const wayForward = { undone: await undoneNow(conversationId), noteId: pendingUndo?.noteId ?? null };
        const moved = await moveHead(branch, (meta) => withRewind(meta, branch, point.value.parentId, wayForward));
        if (!moved.ok) return moved;
        const ended = await deps.changes.setGoing(conversationId, null);
        if (!ended.ok) return ended;
        const attachments = attachmentsOf(point.value.content);
        return ok({ text: textOfMessage(point.value), attachments, files: outcome });
      };
      return alone(conversationId, task, keepUndoing);
    },

    unrewind: (conversationId) =>
      alone(conversationId, async () => {
        const read = await deps.store.readBranch(conversationId, { tail: 1 });
        if (!read.ok) return read;
        const branch = read.value;
        if (branch.readOnly) return fail('STORE_READ_ONLY', branch.readOnly);
        const last = undoableRewind(branch.meta, branch);
        if (!last)
          return fail(
            'NOT_SUPPORTED',
            say`This rewind can no longer be undone because the conversation has continued.`,
          );
        let outcome: ChangeOutcome | null = null;
        const place = await workingFolders(deps, branch);
        if (last.undone.length > 0 && place.ok) {
          const scope = { ...place.value, calls: last.undone };
          const applied = await applyIfAny(conversationId, scope, 'redo', deps.ids.ulid());
          if (!applied.ok) return applied;
          outcome = applied.value;
        }
        const moved = await moveHead(branch, (meta) => withoutRewind(meta, last));
        if (!moved.ok) return moved;
        const ended = await deps.changes.setGoing(conversationId, null);
        return ended.ok ? ok({ files: outcome }) : ended;
      }),

    settleLeft: async () => settle(await deps.changes.unsettled()),
  };
}

function outcomeOf({ done, skipped }: AppliedChanges): ChangeOutcome {
  return { done, skipped };
}
