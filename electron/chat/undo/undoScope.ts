// Resolves a target to calls: one, those of a turn, or all since a message, including those of agents they started.
// Looks them up on the active branch on disk.

import { environmentOf } from '../../../shared/conversation/environment.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ChangeTarget } from '../../../shared/features/undo/methods.ts';
import type { ChangeCallRef, ChangeScope, ScopedCall } from '../../ports/changes.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';

type Deps = Pick<ChatDeps, 'store'>;

export interface TargetScope {
  scope: ChangeScope;
  branch: StoredBranch;
}

const noFolder = fail('NOT_SUPPORTED', say`This conversation’s folder was not found, so its files cannot be restored.`);

export async function scopeOf(
  deps: Deps,
  conversationId: string,
  target: ChangeTarget | { type: 'conversation' },
): Promise<Result<TargetScope>> {
  const reach = target.type === 'conversation' ? 'whole' : { tail: 1, including: target.messageId };
  const read = await deps.store.readBranch(conversationId, reach);
  if (!read.ok) return read;
  const branch = read.value;
  const place = await workingFolders(deps, branch);
  if (!place.ok) return place;
  const at = target.type === 'conversation' ? 0 : branch.messages.findIndex(({ id }) => id === target.messageId);
  if (at < 0) return fail('MESSAGE_NOT_FOUND', say`This message is not on the open branch of the conversation.`);
  const meant = messagesOf(branch.messages.slice(at), target);
  const calls: ScopedCall[] = [];
  for (const entry of callsAndAgents(conversationId, meant, branch.messages.slice(at))) {
    if (target.type === 'call' && entry.call.index !== target.index) continue;
    calls.push({ ...entry.call, ...(entry.agent === null ? {} : { agent: entry.agent }) });
    if (entry.agent === null) continue;
    const inner = await deps.store.readBranch(entry.agent, 'whole');
    if (!inner.ok) continue;
    for (const { call } of callsAndAgents(entry.agent, inner.value.messages, inner.value.messages)) calls.push(call);
  }
  if (target.type === 'call' && calls.length === 0) {
    return fail('MESSAGE_NOT_FOUND', say`There is no such call in this conversation.`);
  }
  return ok({ scope: { ...place.value, calls }, branch });
}

/** Returns where the conversation works, and where it worked earlier: changes there do not belong to this folder. */
export async function workingFolders(deps: Deps, branch: StoredBranch): Promise<Result<Omit<ChangeScope, 'calls'>>> {
  const place = await deps.store.workingFolder(branch);
  if (!place.ok) return place;
  const { folder, project, missing } = place.value;
  if (missing?.code === 'WORKTREE_GONE') return { ok: false, error: missing };
  if (folder === null) return noFolder;
  const former = [...(branch.meta.formerWorktrees ?? []), ...(branch.meta.worktree ? [project.folder] : [])];
  return ok({ folder, elsewhere: former.filter((other) => other !== null && other !== folder) as string[] });
}

/** `from`: the branch from the named message on. */
function messagesOf(from: readonly Message[], target: ChangeTarget | { type: 'conversation' }): readonly Message[] {
  if (target.type === 'call') return from.slice(0, 1);
  if (target.type !== 'turn') return from;
  const next = from.findIndex((message, at) => at > 0 && message.role === 'user');
  return next < 0 ? from : from.slice(0, next);
}

/** `results`: where the calls' results are. */
function callsAndAgents(
  conversationId: string,
  messages: readonly Message[],
  results: readonly Message[],
): { call: ChangeCallRef & Pick<ScopedCall, 'isPartialUndo'>; agent: string | null }[] {
  return messages.flatMap((message) => {
    const messageId = message.id;
    // A manual call has its own record.
    if (message.role === 'tool' && message.partType === 'tool_run') {
      return [{ call: { conversationId, messageId, index: 0 }, agent: agentOf(message) }];
    }
    // A part that the user undid in a review is recorded under the message that informs the model.
    if (environmentOf(message) === 'changes')
      return [{ call: { conversationId, messageId, index: 0, isPartialUndo: true as const }, agent: null }];
    // Changes of hooks outside of calls are recorded under their record, except at the end of a turn (below).
    if (message.role === 'system' && message.replyId === messageId)
      return [{ call: { conversationId, messageId, index: 0 }, agent: null }];
    const calls = callsOf(message);
    // Hooks' changes at the end of a turn are named by the reply they followed, which has no calls.
    const ends = message.role === 'assistant' && message.partType === undefined;
    if (calls.length === 0) return ends ? [{ call: { conversationId, messageId, index: 0 }, agent: null }] : [];
    const after = results.slice(results.indexOf(message) + 1);
    return calls.map(({ id }, index) => {
      const answer = after.find((result) => result.role === 'tool' && result.tool_call_id === id);
      return { call: { conversationId, messageId, index }, agent: answer ? agentOf(answer) : null };
    });
  });
}

function agentOf(message: Message): string | null {
  const agent = message.role === 'tool' ? message.details?.agent : undefined;
  const id = agent?.conversationId;
  return typeof id === 'string' ? id : null;
}
