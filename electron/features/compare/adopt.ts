// Continues the compared conversation with one answer. All answers become branches of it first; then one write of
// meta.json opens the chosen one, takes over its model and worktree, and records the choice. A crash before that write
// leaves branches that a retry recognizes by their ids.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Compare, Contestant } from '../../../shared/features/compare/compare.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { createAppender } from '../../chat/appendMessage.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { storePartial } from '../../chat/recovery/orphanedPartial.ts';
import { withIdleConversation } from '../../chat/withIdleConversation.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { StoredBranch } from '../../ports/store.ts';
import { withFormerWorktree } from '../worktrees/worktreeService.ts';

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'tasks' | 'changes' | 'reportStoreError'>;
type Chat = { isRunning(conversationId: string): boolean };
type Worktree = ConversationMeta['worktree'];

/** The contestants are idle. CONVERSATION_BUSY during a run in the compared conversation. */
export function adoptAnswer(
  deps: Deps,
  chat: Chat,
  conversationId: string,
  compare: Compare,
  chosen: Contestant,
): Promise<Result<void>> {
  return withIdleConversation(deps, chat, conversationId, async () => {
    const ends = new Map<string, string>();
    // The chosen one comes last, so that the newest branch is the open one even for an older version of the app.
    const others = compare.contestants.filter((each) => each.conversationId !== chosen.conversationId);
    for (const { conversationId: from } of [...others, chosen]) {
      const settled = await settleAnswer(deps, chat, from);
      if (!settled.ok) return settled;
      if (!settled.value) continue;
      const grafted = await deps.store.graftBranch(conversationId, { from, after: compare.headId });
      if (!grafted.ok) return grafted;
      if (grafted.value.lastId !== null) ends.set(from, grafted.value.lastId);
    }
    const end = ends.get(chosen.conversationId);
    if (end === undefined) return fail('NOT_SUPPORTED', say`There is no answer to continue with yet.`);
    return openAnswer(deps, conversationId, compare, chosen, end);
  });
}

/** Stores what a crash cut off. False: it never got a conversation. */
async function settleAnswer(deps: Deps, chat: Chat, contestantId: string): Promise<Result<boolean>> {
  const existing = await deps.store.readBranch(contestantId, { tail: 1 });
  if (!existing.ok) return existing.error.code === 'CONVERSATION_NOT_FOUND' ? ok(false) : existing;
  return withIdleConversation(deps, chat, contestantId, async () => {
    const branch = await deps.store.readBranch(contestantId, { tail: 1 });
    if (!branch.ok) return branch;
    const stored = await storePartial(deps, branch.value, createAppender(deps, contestantId));
    return stored.ok ? ok(true) : stored;
  });
}

async function openAnswer(
  deps: Deps,
  conversationId: string,
  compare: Compare,
  chosen: Contestant,
  end: string,
): Promise<Result<void>> {
  const { store } = deps;
  const [parent, contestant] = [
    await store.readBranch(conversationId, { tail: 1 }),
    await store.readBranch(chosen.conversationId, { tail: 1 }),
  ];
  if (!parent.ok) return parent;
  if (!contestant.ok) return contestant;
  const { lastId } = parent.value;
  if (lastId === null) return fail('MESSAGE_NOT_FOUND', say`The conversation is empty.`);
  const { adopted: before, taken } = parent.value.meta.compares?.find(({ id }) => id === compare.id) ?? {};
  // The session of an external agent knows the same records, so it continues.
  const { worktree: own, externalAgents: sessions } = contestant.value.meta;
  const isMoved = compare.edits && before !== chosen.conversationId;
  // The worktree of the answer chosen before goes back to it, so that its files stay with it. Earlier versions did not record it.
  const current = parent.value.meta.worktree;
  const isAnswers = before !== undefined && (taken === undefined || taken === current?.path);
  if (isMoved && current && isAnswers) {
    const returned = await setWorktree(deps, before, current);
    if (!returned.ok) return returned;
  }
  const opened = await store.updateMeta(conversationId, (meta) => ({
    ...(isMoved ? movedTo(meta, own, isAnswers) : meta),
    ...runChoices(contestant.value, chosen.model),
    ...(sessions ? { externalAgents: { ...meta.externalAgents, ...sessions } } : {}),
    head: { id: end, after: lastId },
    compares: (meta.compares ?? []).map((each) =>
      each.id === compare.id
        ? { ...each, adopted: chosen.conversationId, ...(isMoved ? { taken: own?.path ?? null } : {}) }
        : each,
    ),
  }));
  if (!opened.ok) return opened;
  if (isMoved && own) await setWorktree(deps, chosen.conversationId, undefined);
  await deps.hub.reload(conversationId);
  return ok(undefined);
}

/** The conversation continues as the contestant worked. */
function runChoices({ meta }: StoredBranch, model: ModelRef): Partial<ConversationMeta> {
  const { modelOptions, preset } = meta;
  return { model, ...(modelOptions ? { modelOptions } : {}), ...(preset ? { preset } : {}) };
}

/** `isAnswers`: its worktree was an answer's; any other stays, as when the conversation leaves it. */
function movedTo(meta: ConversationMeta, own: Worktree, isAnswers: boolean): ConversationMeta {
  if (isAnswers || !meta.worktree) return withWorktree(meta, own);
  // The chosen answer's was removed: the conversation stays where it is.
  return own ? { ...withFormerWorktree(meta), worktree: own } : meta;
}

function withWorktree({ worktree: _before, ...meta }: ConversationMeta, worktree: Worktree): ConversationMeta {
  return worktree ? { ...meta, worktree } : meta;
}

async function setWorktree(deps: Deps, conversationId: string, worktree: Worktree): Promise<Result<void>> {
  const saved = await deps.store.updateMeta(conversationId, (meta) => withWorktree(meta, worktree));
  if (!saved.ok) return saved.error.code === 'CONVERSATION_NOT_FOUND' ? ok(undefined) : saved;
  const projectId = deps.hub.peek(conversationId)?.projectId;
  if (projectId) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  return ok(undefined);
}
