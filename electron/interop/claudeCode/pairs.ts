// Pairs calls and results in a tree: a result answers the nearest earlier reply with a call of its id.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  type ToolMessage,
} from '../../../shared/conversation/message.ts';
import type { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { messagesById } from '../branches.ts';

export interface Pairs {
  /** A reply's results with the indexes of their calls, in order. */
  of(reply: AssistantMessage): readonly { index: number; record: ToolMessage }[];
  /** Whether it answers a call. */
  isPaired(record: ToolMessage): boolean;
}

/** Stops looking for the call after this many ancestors. */
const maxWalkLength = 2000;

export async function pairCallsWithResults(
  messages: readonly Message[],
  slice: ReturnType<typeof createTimeSlice>,
): Promise<Pairs> {
  const byId = await messagesById(messages);
  const results = new Map<string, { index: number; record: ToolMessage }[]>();
  const paired = new Set<ToolMessage>();
  for (const record of messages) {
    const pause = slice();
    if (pause) await pause;
    if (record.role !== 'tool' || record.partType === 'tool_run') continue;
    let at = byId.get(record.parentId ?? '');
    for (let steps = 0; at && steps < maxWalkLength; steps++) {
      const existing = results.get(at.id) ?? [];
      const asks = callsOf(at).some((call) => call.id === record.tool_call_id);
      const index = callsOf(at).findIndex(
        (call, index) => call.id === record.tool_call_id && !existing.some((other) => other.index === index),
      );
      if (index >= 0) {
        results.set(at.id, [...existing, { index, record }]);
        paired.add(record);
      }
      if (asks) break;
      at = byId.get(at.parentId ?? '');
    }
  }
  return { of: (reply) => results.get(reply.id) ?? [], isPaired: (record) => paired.has(record) };
}
