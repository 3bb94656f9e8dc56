// Matches results to calls: the single rule for display, recovery and requests.

import { callsOf, type Message, type ToolCall, type ToolMessage } from './message.ts';

/** A call with the result that answers it. */
export interface Slot {
  /** Index of the assistant message in the history. */
  assistantIndex: number;
  messageId: string;
  call: ToolCall;
  callIndex: number;
  result: ToolMessage | null;
}

export interface Pairing {
  /** Every call, in request order. */
  slots: Slot[];
  /** Results that precede their call. */
  early: ToolMessage[];
  /** Second results for the same call. */
  duplicates: ToolMessage[];
  /** Results without a call. */
  orphans: ToolMessage[];
}

/** Pairs results with calls by the rule of `createNumberPairing`. */
export function pairResults(history: readonly Message[]): Pairing {
  const pairing = createPairing();
  for (const message of history) pairing.add(message);
  return pairing.end();
}

/** Pairs incrementally, for histories too long to process at once: `add` each record in order, then `end`. */
export function createPairing(): { add(message: Message): void; end(): Pairing } {
  const slots: Slot[] = [];
  const results: ToolMessage[] = [];
  const numbers = createNumberPairing(numbering());
  let assistantIndex = -1;
  return {
    add(message) {
      assistantIndex++;
      numbers.add(message);
      if (isResult(message)) results.push(message);
      else {
        callsOf(message).forEach((call, callIndex) => {
          slots.push({ assistantIndex, messageId: message.id, call, callIndex, result: null });
        });
      }
    },
    end() {
      const { resultOf, early, duplicates, orphans } = numbers.end();
      for (let call = 0; call < slots.length; call++) {
        const result = resultOf[call] as number;
        if (result !== none) (slots[call] as Slot).result = results[result] as ToolMessage;
      }
      const named = (which: readonly number[]) => which.map((result) => results[result] as ToolMessage);
      return { slots, early: named(early), duplicates: named(duplicates), orphans: named(orphans) };
    },
  };
}

/** The calls that wait for a result, in a history of the simple form: see `add`. */
export interface WaitingCalls {
  /**
   * False: a message made calls while others waited, or a result had no waiting call. Then only `pairResults` can tell.
   */
  add(message: Message): boolean;
  readonly count: number;
}

/** Checks a history without allocating: nearly all have the simple form. */
export function createWaitingCalls(): WaitingCalls {
  let waiting: string[] = [];
  return {
    add(message) {
      if (isResult(message)) {
        const at = waiting.indexOf(message.tool_call_id);
        if (at >= 0) waiting.splice(at, 1);
        return at >= 0;
      }
      const calls = callsOf(message);
      if (calls.length === 0) return true;
      if (waiting.length > 0) return false;
      waiting = calls.map(({ id }) => id);
      return true;
    },
    get count() {
      return waiting.length;
    },
  };
}

/** Maps each text to a number, counting from 0. */
export type Numbering = (text: string) => number;

function numbering(): Numbering {
  const numbers = new Map<string, number>();
  return (text) => {
    const existing = numbers.get(text);
    if (existing === undefined) numbers.set(text, numbers.size);
    return existing ?? numbers.size - 1;
  };
}

/** Calls and results as numbers counting from 0, in history order. */
interface PairedNumbers {
  /** For each call the index of its result; -1: none. */
  resultOf: readonly number[];
  early: readonly number[];
  duplicates: readonly number[];
  orphans: readonly number[];
}

interface NumberPairing {
  add(message: Message): void;
  end(): PairedNumbers;
}

const none = -1;
/** No message made a call with that id. */
const unknown = -2;

/**
 * The pairing rule, independent of records. A result answers the nearest earlier message that made a call with its id,
 * there the first open call of that id. Without one, it answers the first later call of its id that has no result.
 */
export function createNumberPairing(numberOf: Numbering): NumberPairing {
  const resultOf: number[] = [];
  /** Per call: its id's number, and the next call of that id in the same message. */
  const idOf: number[] = [];
  const next: number[] = [];
  /** Per id: the last message with a call of that id, its last call there, and the first open one. */
  const asker: number[] = [];
  const last: number[] = [];
  const open: number[] = [];
  const duplicates: number[] = [];
  const unasked: { id: number; result: number }[] = [];
  let message = -1;
  let results = 0;

  function idIndex(callId: string): number {
    const id = numberOf(callId);
    if (id === open.length) {
      asker.push(none);
      last.push(none);
      open.push(unknown);
    }
    return id;
  }

  function addCall(callId: string): void {
    const id = idIndex(callId);
    const call = idOf.push(id) - 1;
    resultOf.push(none);
    next.push(none);
    if (asker[id] === message) next[last[id] as number] = call;
    else open[id] = call;
    asker[id] = message;
    last[id] = call;
  }

  function answered(callId: string): void {
    const id = idIndex(callId);
    const result = results++;
    const call = open[id] as number;
    if (call === unknown) unasked.push({ id, result });
    else if (call === none) duplicates.push(result);
    else {
      resultOf[call] = result;
      open[id] = next[call] as number;
    }
  }

  return {
    add(record) {
      message++;
      if (isResult(record)) answered(record.tool_call_id);
      else for (const call of callsOf(record)) addCall(call.id);
    },
    end: () => ({ resultOf, duplicates, ...pairEarly(unasked, idOf, resultOf) }),
  };
}

function pairEarly(
  unasked: readonly { id: number; result: number }[],
  idOf: readonly number[],
  resultOf: number[],
): Pick<PairedNumbers, 'early' | 'orphans'> {
  const early: number[] = [];
  const orphans: number[] = [];
  /** Per wanted id: its calls without a result, last first. */
  const open = new Map<number, number[]>(unasked.map(({ id }) => [id, []]));
  if (unasked.length > 0) {
    for (let call = idOf.length - 1; call >= 0; call--) {
      if (resultOf[call] === none) open.get(idOf[call] as number)?.push(call);
    }
  }
  for (const { id, result } of unasked) {
    const call = open.get(id)?.pop();
    if (call !== undefined) resultOf[call] = result;
    (call === undefined ? orphans : early).push(result);
  }
  return { early, orphans };
}

/** A manual call's record answers no call. */
export function isResult(message: Message): message is ToolMessage {
  return message.role === 'tool' && message.partType !== 'tool_run';
}
