// Which result answers which call: the one answer to that question, for what is shown, recovered and sent alike.

import { callsOf, type Message, type ToolCall, type ToolMessage } from './message.ts';

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

/** Which result answers which call, by the rule of `createNumberPairing`. */
export function pairResults(history: readonly Message[]): Pairing {
  const pairing = createPairing();
  for (const message of history) pairing.add(message);
  return pairing.end();
}

/** The same, record by record, for a history that is too long for one go: `add` each of it in its order, then `end`. */
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

/** The calls that wait for their results, in a history that keeps to the simple form: see `add`. */
export interface WaitingCalls {
  /** False: a message asked while calls waited, or a result came that none waits for. Then only `pairResults` can tell. */
  add(message: Message): boolean;
  readonly count: number;
}

/** Goes over a history without making anything of it: nearly every one keeps to the simple form. */
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

/** A number for each text, from 0 on: the same one for the same text. */
export type Numbering = (text: string) => number;

function numbering(): Numbering {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known === undefined) numbers.set(text, numbers.size);
    return known ?? numbers.size - 1;
  };
}

/** Calls and results by their numbers, from 0 on, in the order of the history. */
interface PairedNumbers {
  /** Of each call the result that answers it; -1: none does. */
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
/** Nobody has asked with that id. */
const unknown = -2;

/**
 * The rule itself, which holds no record: a result answers the nearest earlier message that asked with its id: there the first
 * call of that id still open. Where nobody asked before it, it answers the first later call of its id that has no result.
 */
export function createNumberPairing(numberOf: Numbering): NumberPairing {
  const resultOf: number[] = [];
  /** Of each call the number of its id, and the next call of that id in its message. */
  const idOf: number[] = [];
  const next: number[] = [];
  /** Of each id the message that asked with it last, its last call there, and the first one still open. */
  const asker: number[] = [];
  const last: number[] = [];
  const open: number[] = [];
  const duplicates: number[] = [];
  const unasked: { id: number; result: number }[] = [];
  let message = -1;
  let results = 0;

  function known(callId: string): number {
    const id = numberOf(callId);
    if (id === open.length) {
      asker.push(none);
      last.push(none);
      open.push(unknown);
    }
    return id;
  }

  function asked(callId: string): void {
    const id = known(callId);
    const call = idOf.push(id) - 1;
    resultOf.push(none);
    next.push(none);
    if (asker[id] === message) next[last[id] as number] = call;
    else open[id] = call;
    asker[id] = message;
    last[id] = call;
  }

  function answered(callId: string): void {
    const id = known(callId);
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
      else for (const call of callsOf(record)) asked(call.id);
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
  /** Of each id that is wanted its calls without a result, the last first. */
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

/** A call that the person ran answers nobody. */
export function isResult(message: Message): message is ToolMessage {
  return message.role === 'tool' && message.partType !== 'tool_run';
}
