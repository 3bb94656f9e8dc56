// Which result answers which call: the one answer to that question, for what is shown, recovered and sent alike.

import type { Message, ToolCall, ToolMessage } from './message.ts';
import { callsOf } from './message.ts';

/** A call of a history, with the result that answers it. */
export interface Slot {
  /** Position in the history of the message that asked. */
  assistantIndex: number;
  messageId: string;
  call: ToolCall;
  callIndex: number;
  result: ToolMessage | null;
}

export interface Pairing {
  /** Every call, in the order they were asked for. */
  slots: Slot[];
  /** Results that stood before their call. */
  early: ToolMessage[];
  /** Second results of one call. */
  duplicates: ToolMessage[];
  /** Results without a call. */
  orphans: ToolMessage[];
}

/**
 * A result answers the nearest earlier message that asked with its id: there the first call of that id still open. Where
 * nobody asked before it, it answers the first later call of its id that has no result.
 */
export function pairResults(history: readonly Message[]): Pairing {
  const slots = history.flatMap((message, assistantIndex) =>
    callsOf(message).map(
      (call, callIndex): Slot => ({ assistantIndex, messageId: message.id, call, callIndex, result: null }),
    ),
  );
  const byId = new Map<string, Slot[]>();
  for (const slot of slots) {
    const known = byId.get(slot.call.id);
    if (known) known.push(slot);
    else byId.set(slot.call.id, [slot]);
  }
  const pairing: Pairing = { slots, early: [], duplicates: [], orphans: [] };
  const unasked: ToolMessage[] = [];
  history.forEach((message, index) => {
    if (message.role !== 'tool' || message.partType === 'tool_run') return;
    const before = (byId.get(message.tool_call_id) ?? []).filter((slot) => slot.assistantIndex < index);
    const nearest = before.at(-1)?.assistantIndex;
    const open = before.find((slot) => slot.assistantIndex === nearest && slot.result === null);
    if (open) open.result = message;
    else (before.length === 0 ? unasked : pairing.duplicates).push(message);
  });
  for (const message of unasked) {
    const later = byId.get(message.tool_call_id)?.find((slot) => slot.result === null);
    if (later) later.result = message;
    (later ? pairing.early : pairing.orphans).push(message);
  }
  return pairing;
}
