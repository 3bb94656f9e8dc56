// Determines a contestant's state, time and cost from its stored records and its current run.

import type { Message } from '../../../shared/conversation/message.ts';
import { resumePoint } from '../../../shared/conversation/resume.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { Compare, Contestant } from '../../../shared/features/compare/compare.ts';
import type { ContestantState, ContestantStatus } from '../../../shared/features/compare/methods.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { costsOf } from '../../conversation/costs.ts';

type Deps = Pick<ChatDeps, 'store' | 'hub'> & { chat: { isRunning(conversationId: string): boolean } };

/** The part of its state that is not stored. */
export interface Preparation {
  isPreparing: boolean;
  problem: UserTextData | null;
}

const pageSize = 500;

export async function contestantStatus(
  deps: Deps,
  { headId, adopted, at }: Compare,
  { conversationId }: Contestant,
  { isPreparing, problem }: Preparation,
): Promise<Result<ContestantStatus>> {
  const branch = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok && branch.error.code !== 'CONVERSATION_NOT_FOUND') return branch;
  const answer = branch.ok ? await recordsAfter(deps, conversationId, headId) : ok([]);
  if (!answer.ok) return answer;
  const partial = branch.ok ? await deps.store.readPartial(conversationId) : null;
  const isCut = partial !== null && partial.text !== '' && !answer.value.some(({ id }) => id === partial.messageId);
  const failure = answer.value.at(-1);
  const state = currentState(deps, conversationId, { isPreparing, answer: answer.value, isCut });
  const spent = costsOf(answer.value);
  const failed = state === 'failed' && failure?.role === 'assistant' ? (failure.error ?? null) : null;
  return ok({
    conversationId,
    state,
    problem: problem ?? failed?.said ?? failed?.message ?? null,
    exists: branch.ok,
    hasAnswer: isCut || answer.value.some(({ role }) => role === 'assistant'),
    worktree: (branch.ok && branch.value.meta.worktree !== undefined) || adopted === conversationId,
    usd: spent.usd ?? null,
    unknownCost: (spent.unknown ?? 0) > 0,
    ...tokensOf(answer.value),
    ms: timeOf(at, answer.value),
  });
}

function currentState(
  { chat, hub, store }: Deps,
  conversationId: string,
  { isPreparing, answer, isCut }: { isPreparing: boolean; answer: readonly Message[]; isCut: boolean },
): ContestantState {
  const live = hub.peek(conversationId);
  if (live?.calls.some(({ approval, question }) => approval || question)) return 'waiting';
  if (chat.isRunning(conversationId) || store.isWrittenElsewhere(conversationId)) return 'running';
  if (isPreparing) return 'preparing';
  const last = answer.at(-1);
  if (last?.partType === 'error') return 'failed';
  // Notes for the model may precede a reply that a crash prevented.
  const isDone = answer.some(({ role }) => role === 'assistant') && resumePoint(answer, {}, isCut).kind === 'nothing';
  return isDone ? 'done' : 'interrupted';
}

async function recordsAfter(
  { store }: Pick<Deps, 'store'>,
  conversationId: string,
  headId: string,
): Promise<Result<Message[]>> {
  const records: Message[] = [];
  for (let after = headId; ; ) {
    const page = await store.readLater(conversationId, after, pageSize);
    if (!page.ok) return page;
    records.push(...page.value.messages);
    const last = page.value.messages.at(-1);
    if (!last || !page.value.hasLater) return ok(records);
    after = last.id;
  }
}

function tokensOf(answer: readonly Message[]): Pick<ContestantStatus, 'inputTokens' | 'outputTokens'> {
  let [inputTokens, outputTokens] = [0, 0];
  for (const message of answer) {
    if (message.role !== 'assistant' || !message.usage) continue;
    inputTokens += message.usage.inputTokens ?? 0;
    outputTokens += message.usage.outputTokens ?? 0;
  }
  return { inputTokens, outputTokens };
}

/** An agent takes a while to start, so its first record would be too late a beginning. */
function timeOf(at: string, answer: readonly Message[]): number {
  const last = answer.at(-1);
  const ms = last ? Date.parse(last.createdAt) - Date.parse(at) : 0;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
