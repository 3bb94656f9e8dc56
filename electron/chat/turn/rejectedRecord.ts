// Finds the stored record behind a rejected part of a request, so that the user can be told which one to leave out.
// Also covers parts too large to send: they fail like a provider's rejection, before sending.

import { isHidden, type Marks } from '../../../shared/conversation/marks.ts';
import { callsOf, type ErrorInfo, type Message, type ToolMessage } from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { ModelFailure, ModelRequest } from '../../ports/provider.ts';
import type { BuiltContext } from '../context/contextBuilder.ts';

type Item = NonNullable<ModelFailure['item']>;

/** Returns the failure for a request that `Provider.check` found too large; null if it may be sent. */
export function preflightFailure(checked: Result<void>): ModelFailure | null {
  if (checked.ok) return null;
  const { code, message, said, details } = checked.error;
  const item = details?.item as Item | undefined;
  const partial = { text: '', reasoning: '' };
  return { code, message, ...(said ? { said } : {}), retryable: false, partial, ...(item ? { item } : {}) };
}

/** Null if the response names nothing, or something without a record (the system prompt, a tool). */
export function rejectedRecord(
  item: Item,
  built: BuiltContext,
  branch: readonly Message[],
  marks: Marks = {},
): ErrorInfo['item'] | null {
  const place = item.message ?? placeOfCall(item.toolCallId, built.request);
  const message = place === undefined ? undefined : built.request.messages[place];
  const source = place === undefined ? undefined : spoken(built.sources[place] ?? [], built.pinned, branch);
  if (!message || source === undefined) return null;
  // A row added by repair has the id of what it repairs, plus the index in it.
  const [messageId = '', callPlace] = source.split('~');
  const records = [...built.pinned, ...branch];
  const stored = records.find(({ id }) => id === source) ?? records.find(({ id }) => id === messageId);
  if (!stored) return null;
  const left = isHidden(stored, marks) ? resultsOf(stored, branch).find((result) => !isHidden(result, marks)) : null;
  // Its text is already excluded: without the results the calls go, too.
  if (left) return { messageId: left.id, toolCallId: left.tool_call_id };
  const toolCallId = stored.role === 'tool' ? stored.tool_call_id : storedCallId(stored, message, item, callPlace);
  return {
    messageId: stored.id,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(item.field === undefined ? {} : { field: item.field }),
  };
}

/**
 * Picks the written record among several in one message; environment records only accompany it. A pinned one
 * comes first, because the question next to it must be answered.
 */
function spoken(
  sources: readonly string[],
  pinned: readonly Message[],
  branch: readonly Message[],
): string | undefined {
  const pinnedIds = new Set(pinned.filter(({ role }) => role !== 'system').map(({ id }) => id));
  const first = sources.findLast((id) => pinnedIds.has(id));
  if (first !== undefined) return first;
  const roles = new Map(branch.map((message) => [message.id, message.role]));
  return sources.findLast((id) => roles.get(id) !== 'system') ?? sources.at(-1);
}

function resultsOf(stored: Message, branch: readonly Message[]): ToolMessage[] {
  if (callsOf(stored).length === 0) return [];
  return pairResults(branch).slots.flatMap((slot) =>
    slot.messageId === stored.id && slot.result ? [slot.result] : [],
  );
}

/** A result is rejected more often than the call it answers. */
function placeOfCall(id: string | undefined, request: ModelRequest): number | undefined {
  if (id === undefined) return undefined;
  const { messages } = request;
  const result = messages.findIndex((message) => message.role === 'tool' && message.tool_call_id === id);
  if (result >= 0) return result;
  const callIndex = messages.findIndex(
    (message) => message.role === 'assistant' && message.tool_calls?.some((call) => call.id === id),
  );
  return callIndex < 0 ? undefined : callIndex;
}

/** Returns the stored call id, which may differ from the one sent. */
function storedCallId(
  stored: Message,
  sent: ModelRequest['messages'][number],
  item: Item,
  place: string | undefined,
): string | undefined {
  const calls = callsOf(stored);
  if (place !== undefined) return calls[Number(place)]?.id;
  const named = /tool_calls\D+(\d+)/.exec(item.field ?? '')?.[1];
  if (named !== undefined) return calls[Number(named)]?.id;
  if (item.toolCallId === undefined || sent.role !== 'assistant') return undefined;
  return calls[sent.tool_calls?.findIndex((call) => call.id === item.toolCallId) ?? -1]?.id;
}
