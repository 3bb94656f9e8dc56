// Whose work the conversation of an agent is, up to the conversation that a person opened. What the
// records say of it comes from disk: what is no place of a call ends the way up.

import type { StartedBy } from '../../shared/contract/conversation.ts';
import { isSafeId } from '../../shared/ids.ts';
import type { HandlerDeps } from './handlerDeps.ts';

/** More than agents start one another, so that records which name each other in a circle come to an end. */
const mostSteps = 8;

export async function callsAbove(store: HandlerDeps['store'], conversationId: string): Promise<StartedBy[]> {
  const calls: StartedBy[] = [];
  for (let at = conversationId; calls.length < mostSteps; ) {
    const call = await callAbove(store, at);
    if (!call) break;
    calls.push(call);
    at = call.conversationId;
  }
  return calls;
}

async function callAbove(store: HandlerDeps['store'], conversationId: string): Promise<StartedBy | null> {
  const first = await store.readLater(conversationId, null, 1);
  const origin = first.ok ? first.value.messages[0]?.origin : undefined;
  if (origin?.type !== 'sub-agent') return null;
  const { conversationId: above, messageId, index } = origin;
  if (!isSafeId(above) || !isSafeId(messageId)) return null;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return null;
  const row = await store.listConversation(above);
  return row.ok && row.value ? { conversationId: above, messageId, index, title: row.value.title } : null;
}
