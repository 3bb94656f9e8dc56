// Undoing and redoing what calls changed in files, and going back to an earlier message with or without them. While a run is
// going on nothing is touched. What was changed is noted for the model.

import type {
  ChangeDirection,
  ChangeOutcome,
  ChangePreview,
  ChangeTarget,
  FileChange,
} from '../../../shared/contract/toolResources.ts';
import { callKey } from '../../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { AppliedChanges, ChangeScope, ScopedCall } from '../../ports/changes.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { appendTo } from '../run/appendTo.ts';
import { hasOpenCalls, recoveryRecords } from '../run/recover.ts';
import { withLease } from '../run/withLease.ts';
import { changesRecord } from './changesRecord.ts';
import { scopeOf } from './changeTargets.ts';
import { lastRewind, rewindPoint, textOfMessage, withoutRewind, withRewind } from './rewind.ts';

export interface UndoDoor {
  preview(conversationId: string, target: ChangeTarget, direction: ChangeDirection): Promise<Result<ChangePreview>>;
  apply(conversationId: string, target: ChangeTarget, direction: ChangeDirection): Promise<Result<ChangeOutcome>>;
  review(conversationId: string, target: ChangeTarget): Promise<Result<{ files: FileChange[]; notCovered: string[] }>>;
  rewind(
    conversationId: string,
    messageId: string,
    files: boolean,
  ): Promise<Result<{ text: string; files: ChangeOutcome | null }>>;
  unrewind(conversationId: string): Promise<Result<{ files: ChangeOutcome | null }>>;
}

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'lanes' | 'changes' | 'reportStoreError'>;

const nothingDone: ChangeOutcome = { done: 0, skipped: [] };

export function createUndoDoor(deps: Deps, chat: { isRunning(conversationId: string): boolean }): UndoDoor {
  /** No run begins meanwhile, and nobody else writes the conversation. */
  function alone<T>(conversationId: string, task: () => Promise<Result<T>>): Promise<Result<T>> {
    return deps.lanes.run(`run:${conversationId}`, async () => {
      if (chat.isRunning(conversationId)) {
        return fail('CONVERSATION_BUSY', 'A run is going on in this conversation. Stop it first, or wait for its end.');
      }
      return withLease(deps, conversationId, async (release) => {
        const done = await task();
        if (done.ok) release();
        return done;
      });
    });
  }

  async function applyScope(scope: ChangeScope, direction: ChangeDirection): Promise<Result<AppliedChanges>> {
    const applied = await deps.changes.apply(scope, direction);
    if (!applied.ok) return applied;
    const changed = new Map<string, Record<string, boolean>>();
    for (const { undone, ...call } of applied.value.undone) {
      changed.set(call.conversationId, { ...changed.get(call.conversationId), [callKey(call)]: undone });
    }
    for (const [id, undone] of changed) deps.hub.publish(id, { type: 'changes.changed', undone });
    return applied;
  }

  /** Calls that a crash left open count as interrupted from then on, as before a message. */
  async function note(
    branch: StoredBranch,
    direction: ChangeDirection,
    applied: AppliedChanges,
  ): Promise<Result<void>> {
    const record = changesRecord(direction, applied);
    if (!record) return ok(undefined);
    const { conversationId } = branch;
    const read = await deps.store.readBranch(conversationId, 'context');
    if (!read.ok) return read;
    const { messages } = read.value;
    const partial = await deps.store.readPartial(conversationId);
    const log = hasOpenCalls(messages) ? await deps.store.readExecution(conversationId) : [];
    const append = appendTo(deps, conversationId);
    for (const each of [...recoveryRecords(messages, partial, log), record]) {
      const stored = await append(each);
      if (!stored.ok) return stored;
    }
    await deps.store.savePartial(conversationId, null);
    return ok(undefined);
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

  async function folderOf(branch: StoredBranch): Promise<string | null> {
    const project = await deps.store.getProject(branch.projectId);
    return project.ok && project.value.folderExists ? project.value.folder : null;
  }

  /** Calls without anything kept of them are no failure here. */
  async function applyIfAny(scope: ChangeScope, direction: ChangeDirection): Promise<Result<AppliedChanges>> {
    const applied = await applyScope(scope, direction);
    if (!applied.ok && applied.error.code === 'NOT_SUPPORTED') return ok({ ...nothingDone, files: [], undone: [] });
    return applied;
  }

  return {
    async preview(conversationId, target, direction) {
      const found = await scopeOf(deps, conversationId, target);
      return found.ok ? deps.changes.preview(found.value.scope, direction) : found;
    },

    async review(conversationId, target) {
      const found = await scopeOf(deps, conversationId, target);
      return found.ok ? deps.changes.review(found.value.scope) : found;
    },

    apply: (conversationId, target, direction) =>
      alone(conversationId, async () => {
        const found = await scopeOf(deps, conversationId, target);
        if (!found.ok) return found;
        const { branch } = found.value;
        if (branch.readOnly) return fail('STORE_READ_ONLY', branch.readOnly);
        const applied = await applyScope(found.value.scope, direction);
        if (!applied.ok) return applied;
        const noted = await note(branch, direction, applied.value);
        if (!noted.ok) return noted;
        return ok(outcomeOf(applied.value));
      }),

    rewind: (conversationId, messageId, files) =>
      alone(conversationId, async () => {
        const read = await deps.store.readBranch(conversationId, { tail: 1, including: messageId });
        if (!read.ok) return read;
        const branch = read.value;
        if (branch.readOnly) return fail('STORE_READ_ONLY', branch.readOnly);
        const point = rewindPoint(branch, messageId);
        if (!point.ok) return point;
        let outcome: ChangeOutcome | null = null;
        let undone: ScopedCall[] = [];
        if (files && (await folderOf(branch)) !== null) {
          const found = await scopeOf(deps, conversationId, { type: 'since', messageId });
          if (!found.ok) return found;
          const applied = await applyIfAny(found.value.scope, 'undo');
          if (!applied.ok) return applied;
          outcome = outcomeOf(applied.value);
          undone = applied.value.undone.map(({ undone: _now, ...call }) => call);
        }
        // Files first: what a crash leaves between is finished by going back again.
        const moved = await moveHead(branch, (meta) => withRewind(meta, branch, point.value.parentId, undone));
        return moved.ok ? ok({ text: textOfMessage(point.value), files: outcome }) : moved;
      }),

    unrewind: (conversationId) =>
      alone(conversationId, async () => {
        const read = await deps.store.readBranch(conversationId, { tail: 1 });
        if (!read.ok) return read;
        const branch = read.value;
        if (branch.readOnly) return fail('STORE_READ_ONLY', branch.readOnly);
        const last = lastRewind(branch.meta, branch);
        if (!last)
          return fail('NOT_SUPPORTED', 'There is no going back that could be taken back: something was said since.');
        let outcome: ChangeOutcome | null = null;
        const folder = await folderOf(branch);
        if (last.undone.length > 0 && folder !== null) {
          const applied = await applyIfAny({ folder, calls: last.undone }, 'redo');
          if (!applied.ok) return applied;
          outcome = outcomeOf(applied.value);
        }
        const moved = await moveHead(branch, (meta) => withoutRewind(meta, last));
        return moved.ok ? ok({ files: outcome }) : moved;
      }),
  };
}

function outcomeOf({ done, skipped }: AppliedChanges): ChangeOutcome {
  return { done, skipped };
}
