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

/** The calls of one id in the message that asked with it last, and how many of them have their result. */
interface Asked {
  assistantIndex: number;
  slots: Slot[];
  answered: number;
}

/**
 * A result answers the nearest earlier message that asked with its id: there the first call of that id still open. Where
 * nobody asked before it, it answers the first later call of its id that has no result.
 */
export function pairResults(history: readonly Message[]): Pairing {
  const pairing = createPairing();
  for (const message of history) pairing.add(message);
  return pairing.end();
}

/** The same, record by record, for a history that is too long for one go: `add` each of it in its order, then `end`. */
export function createPairing(): { add(message: Message): void; end(): Pairing } {
  const pairing: Pairing = { slots: [], early: [], duplicates: [], orphans: [] };
  const nearest = new Map<string, Asked>();
  const unasked: ToolMessage[] = [];
  let assistantIndex = -1;
  return {
    add(message) {
      assistantIndex++;
      if (isResult(message)) {
        const asked = nearest.get(message.tool_call_id);
        const open = asked?.slots[asked.answered];
        if (asked && open) {
          open.result = message;
          asked.answered++;
        } else (asked ? pairing.duplicates : unasked).push(message);
        return;
      }
      callsOf(message).forEach((call, callIndex) => {
        const slot: Slot = { assistantIndex, messageId: message.id, call, callIndex, result: null };
        pairing.slots.push(slot);
        const asked = nearest.get(call.id);
        if (asked?.assistantIndex === assistantIndex) asked.slots.push(slot);
        else nearest.set(call.id, { assistantIndex, slots: [slot], answered: 0 });
      });
    },
    end() {
      pairEarly(unasked, pairing);
      return pairing;
    },
  };
}

function pairEarly(unasked: readonly ToolMessage[], pairing: Pairing): void {
  if (unasked.length === 0) return;
  const wanted = new Set(unasked.map((message) => message.tool_call_id));
  const open = new Map<string, Slot[]>();
  for (const slot of pairing.slots) {
    const { id } = slot.call;
    if (slot.result !== null || !wanted.has(id)) continue;
    const known = open.get(id);
    if (known) known.push(slot);
    else open.set(id, [slot]);
  }
  for (const slots of open.values()) slots.reverse();
  for (const message of unasked) {
    const later = open.get(message.tool_call_id)?.pop();
    if (later) later.result = message;
    (later ? pairing.early : pairing.orphans).push(message);
  }
}

/** A call that the person ran answers nobody. */
export function isResult(message: Message): message is ToolMessage {
  return message.role === 'tool' && message.partType !== 'tool_run';
}
