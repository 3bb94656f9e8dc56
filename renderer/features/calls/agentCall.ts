// Finds the sub-agent conversation of a call, and what to show of it.

import type { ConversationState, LiveCall, OpenCallInfo } from '../../../shared/conversation/event.ts';
import { type CallRef, callsOfItems, transcriptItems } from '../../core/calls/items.ts';

type Known = Pick<LiveCall, 'agent'> | OpenCallInfo;

/** `known`: the call as it runs, or as a crash left it. Null: no sub-agent, or unknown. */
export function agentOf(call: Pick<CallRef, 'result'>, known: Known | null | undefined): string | null {
  if (known?.agent) return known.agent.conversationId;
  const agent = call.result?.details?.agent;
  const id =
    typeof agent === 'object' && agent !== null ? (agent as { conversationId?: unknown }).conversationId : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

export function openCallOf(
  { messageId, index }: Pick<CallRef, 'messageId' | 'index'>,
  { openCalls }: Pick<ConversationState, 'openCalls'>,
): OpenCallInfo | undefined {
  return openCalls.find((candidate) => candidate.messageId === messageId && candidate.index === index);
}

export function agentCalls(state: ConversationState): CallRef[] {
  return callsOfItems(transcriptItems(state.messages));
}

/** Its current or latest text. */
export function latestText(state: ConversationState): string {
  if (state.reply && state.reply.text.trim() !== '') return state.reply.text;
  for (const message of state.messages.toReversed()) {
    if (message.role === 'assistant' && message.content?.trim()) return message.content;
  }
  return '';
}
