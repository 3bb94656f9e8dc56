// Prepares a contestant: its conversation, its worktree, and its run. Each step is stored before the next and skipped if
// it is already there, so that a crash in between only leaves steps to do.

import { textOf } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { Compare, Contestant } from '../../../shared/features/compare/compare.ts';
import { compareOrigin } from '../../../shared/features/compare/compare.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ConversationWorktree } from '../../../shared/features/worktrees/worktree.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { ChatHandler } from '../../chat/chatHandler.ts';
import { cleanTitle } from '../../conversation/title.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { WorktreeService } from '../worktrees/worktreeService.ts';
import type { Worktrees } from '../worktrees/worktrees.ts';

export interface ContestantDeps extends Pick<ChatDeps, 'store' | 'tasks' | 'externalAgents'> {
  chat: Pick<ChatHandler, 'resume'>;
  worktrees: Pick<WorktreeService, 'makeAgain'>;
  trees: Pick<Worktrees, 'plan'>;
}

/**
 * Starts a contestant, or continues it. Returns sentences for the user, such as that changes were not copied. Errors are
 * those of the fork, the worktree or the run.
 */
export async function startContestant(
  deps: ContestantDeps,
  parent: StoredBranch,
  compare: Compare,
  contestant: Contestant,
  { signal, overLimit, ...overrides }: { signal: AbortSignal; overLimit?: boolean; approvalMode?: ApprovalMode },
): Promise<Result<Sentence[]>> {
  const { conversationId, model, modelOptions } = contestant;
  // Serialized with other worktrees, so that two never choose the same name.
  const prepared = await deps.tasks.run('worktrees', async () => {
    if (signal.aborted) return stopped;
    const made = await ensureConversation(deps, parent, compare, contestant);
    if (!made.ok || signal.aborted) return made.ok ? stopped : made;
    const { worktree } = made.value.meta;
    if (compare.edits && !worktree) return withoutWorktree;
    const isWaiting = worktree?.going === 'making';
    const placed = isWaiting ? await deps.worktrees.makeAgain(conversationId, { signal }) : ok([]);
    return placed.ok ? ok({ branch: made.value, notes: placed.value }) : placed;
  });
  if (!prepared.ok) return prepared;
  if (signal.aborted) return stopped;
  const begun = await deps.chat.resume(conversationId, {
    ...overrides,
    model,
    modelOptions,
    elsewhere: prepared.value.branch.headId === compare.headId,
    ...(compare.overLimit || overLimit ? { overLimit: true } : {}),
  });
  return begun.ok ? ok(prepared.value.notes) : begun;
}

/**
 * Its worktree is recorded with it, as one that is still to be made: at no time does a contestant that edits work in the
 * project's folder.
 */
async function ensureConversation(
  { store, trees, externalAgents }: ContestantDeps,
  parent: StoredBranch,
  compare: Compare,
  contestant: Contestant,
): Promise<Result<StoredBranch>> {
  const { conversationId, model, modelOptions, preset } = contestant;
  const existing = await store.readBranch(conversationId, { tail: 1 });
  if (existing.ok || existing.error.code !== 'CONVERSATION_NOT_FOUND') return existing;
  const name = await answererName({ externalAgents }, model);
  const worktree = compare.edits ? await planWorktree({ store, trees }, parent, compare, name) : null;
  if (worktree && !worktree.ok) return worktree;
  const changes = {
    model,
    modelOptions,
    ...(worktree ? { worktree: worktree.value } : readsAlong(parent)),
    ...(preset ? { preset } : {}),
  };
  const how = { conversationId, originType: compareOrigin, changes };
  const forked = await store.forkConversation(parent.conversationId, compare.headId, cleanTitle(name), how);
  return forked.ok ? store.readBranch(conversationId, { tail: 1 }) : forked;
}

/** The model's name, or the agent's: what an agent calls its model is the same for all. */
async function answererName({ externalAgents }: Pick<ContestantDeps, 'externalAgents'>, model: ModelRef) {
  const agentId = externalAgentOf(model);
  return agentId === null ? model.model : ((await externalAgents.find(agentId))?.name ?? agentId);
}

/** Without a worktree of its own it reads where the compared conversation works. */
function readsAlong({ meta: { worktree } }: StoredBranch) {
  return { approvalMode: 'plan' as const, ...(worktree ? { worktree } : {}) };
}

async function planWorktree(
  { store, trees }: Pick<ContestantDeps, 'store' | 'trees'>,
  { conversationId, projectId, meta }: StoredBranch,
  { bring, messageId }: Compare,
  answerer: string,
): Promise<Result<ConversationWorktree>> {
  const place = await store.workingFolder({ projectId, meta: {} });
  if (!place.ok) return place;
  const { folder, missing } = place.value;
  if (missing) return { ok: false, error: missing };
  if (folder === null) return fail('NOT_SUPPORTED', say`Choose a folder for this conversation first.`);
  const message = await store.readMessage(conversationId, messageId);
  const start = message.ok ? textOf(message.value).slice(0, maxNameWords) : '';
  const name = `${start} ${answerer.split('/').at(-1) ?? ''}`;
  const wish = { name, base: null, ...(meta.worktree ? { continues: meta.worktree } : {}) };
  const planned = await trees.plan(folder, wish);
  const isBrought = bring || meta.worktree !== undefined;
  return planned.ok ? ok({ ...planned.value, going: 'making', ...(isBrought ? { bring: true } : {}) }) : planned;
}

/** Characters of the message in a worktree's name, which also has the model's. */
const maxNameWords = 16;

const withoutWorktree = fail('NOT_SUPPORTED', say`The worktree of this answer was removed, so it cannot continue.`);
const stopped = fail('CANCELLED', say`It was stopped before it began.`);
