// Summarizes a conversation's current activity in a few hundred bytes, from its live state. Pure.

import type { ConversationState, LiveCall } from '../../../shared/conversation/event.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import type { Activity, ActivityCall, AgentActivity } from '../../../shared/features/activity/methods.ts';
import type { CompareParent } from '../../chat/compareRegistry.ts';

const maxDepth = 4;
/** Maximum characters of each text in a call's arguments. */
const maxTextLength = 300;
/** Longer arguments are not parsed. */
const maxArgumentsLength = 1_000_000;

type Peek = (conversationId: string) => ConversationState | null;

export function activityOf(state: ConversationState, peek: Peek): Activity | null {
  const { conversationId, run, queue, calls } = state;
  if (state.removed || (!run && queue.length === 0)) return null;
  const open = calls.filter((call) => call.approval || call.question);
  const current = currentCall(calls);
  return {
    conversationId,
    startedAt: run?.startedAt ?? null,
    phase: run?.phase ?? null,
    starting: run?.starting ?? [],
    retry: run?.retry ? { attempt: run.retry.attempt, at: run.retry.at } : null,
    turns: repliesOfTurn(state),
    call: current && shownCall(state, current),
    otherCalls: Math.max(0, calls.length - 1),
    asks: open.map(({ approval, question }) =>
      question
        ? { id: question.questionId, kind: question.plan ? 'plan' : 'question' }
        : { id: approval?.approvalId ?? '', kind: 'approval' },
    ),
    queued: queue.length,
    agents: agentsOf(state, peek, 0),
  };
}

/** Moves running answers of compares into the conversation that is compared, which may not run or be loaded itself. */
export function withAnswers(
  all: readonly Activity[],
  placeOf: (conversationId: string) => CompareParent | null,
  peek: Peek,
): Activity[] {
  const rows = new Map<string, Activity>();
  for (const activity of all) if (!placeOf(activity.conversationId)) rows.set(activity.conversationId, activity);
  for (const { conversationId, startedAt, phase, call, agents, asks } of all) {
    const place = placeOf(conversationId);
    if (!place || startedAt === null) continue;
    const row = rows.get(place.conversationId) ?? { ...idle, conversationId: place.conversationId };
    const title = peek(conversationId)?.title ?? '';
    const answer = { conversationId, title, phase, call, agents, compare: { compareId: place.compareId, asks } };
    const since = row.startedAt !== null && row.startedAt < startedAt ? row.startedAt : startedAt;
    rows.set(row.conversationId, { ...row, startedAt: since, agents: [...row.agents, answer] });
  }
  return [...rows.values()];
}

const idle: Omit<Activity, 'conversationId'> = {
  ...{ startedAt: null, phase: null, starting: [], retry: null, turns: 0 },
  ...{ call: null, otherCalls: 0, asks: [], queued: 0, agents: [] },
};

/** The conversations of all sub-agents in these states. */
export function subAgentIds(states: readonly ConversationState[]): Set<string> {
  return new Set(states.flatMap(({ calls }) => calls.flatMap(({ agent }) => agent?.conversationId ?? [])));
}

function agentsOf({ calls }: ConversationState, peek: Peek, depth: number): AgentActivity[] {
  if (depth >= maxDepth) return [];
  return calls.flatMap(({ agent }) => {
    const state = agent && peek(agent.conversationId);
    if (!state) return [];
    const current = currentCall(state.calls);
    return {
      conversationId: state.conversationId,
      title: state.title,
      phase: state.run?.phase ?? null,
      call: current && shownCall(state, current),
      agents: agentsOf(state, peek, depth + 1),
    };
  });
}

function currentCall(calls: readonly LiveCall[]): LiveCall | null {
  const running = calls.findLast(({ state, question }) => state === 'running' && question === undefined);
  return running ?? calls.find(({ state }) => state !== 'queued') ?? calls[0] ?? null;
}

function shownCall({ messages, run }: ConversationState, live: LiveCall): ActivityCall | null {
  const { messageId, index, state, startedAt, question } = live;
  const byHand = run?.byHand?.messageId === messageId ? run.byHand : null;
  const message = messages.findLast(({ id }) => id === messageId);
  const openCall = message && callsOf(message)[index]?.function;
  const name = byHand?.toolName ?? openCall?.name;
  if (name === undefined) return null;
  return {
    messageId,
    index,
    name,
    arguments: shortArguments(byHand?.arguments ?? openCall?.arguments ?? ''),
    state: question ? 'waiting' : state,
    ...(startedAt === undefined ? {} : { startedAt }),
  };
}

/** For a one-line summary of the call: truncates texts and drops nested values. */
function shortArguments(text: string): string {
  if (text.length > maxArgumentsLength) return '';
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return '';
    const short = Object.entries(parsed).flatMap(([key, value]) => {
      if (typeof value === 'string') return [[key, value.slice(0, maxTextLength)] as const];
      return typeof value === 'object' && value !== null ? [] : [[key, value] as const];
    });
    return JSON.stringify(Object.fromEntries(short));
  } catch {
    return '';
  }
}

function repliesOfTurn({ messages }: ConversationState): number {
  const lastUserIndex = messages.findLastIndex(({ role }) => role === 'user');
  return messages
    .slice(lastUserIndex + 1)
    .filter(({ role, partType }) => role === 'assistant' && partType === undefined).length;
}
