// Determines how a conversation can continue without a new message, from its end as the next request would see it.
// Pure: the window uses it to decide what to offer.

import { isCompaction } from './context.ts';
import { isHidden, type Marks } from './marks.ts';
import { callsOf, type Message, textOf } from './message.ts';
import { type Pairing, pairResults, type Slot } from './pairing.ts';

export type ResumePoint =
  /** The user's message or results wait for a reply. `failed`: rows of failed model calls without text. */
  | { kind: 'request'; failed: string[] }
  /** A reply was cut short: a request may not end with it, so a user message must follow. */
  | { kind: 'message' }
  /** Interrupted calls of the last reply that the user has not decided about. */
  | { kind: 'open_calls'; calls: { messageId: string; index: number; name: string }[] }
  /** `left_out`: the message that would be answered is hidden. */
  | { kind: 'nothing'; why: 'empty' | 'answered' | 'left_out' };

/** Like `resumePoint`, but hiding a complete reply doesn't make its turn look interrupted. */
export function interruption(
  branch: readonly Message[],
  marks: Marks = {},
  cutReply = false,
): Exclude<ResumePoint['kind'], 'nothing'> | null {
  const { kind } = resumePoint(branch, marks, cutReply);
  return kind === 'nothing' || resumePoint(branch, {}, cutReply).kind === 'nothing' ? null : kind;
}

const cutReasons: readonly string[] = ['stopped', 'interrupted', 'length'];
const endReasons: readonly string[] = ['stop', 'refusal'];

/** `cutReply`: a reply without a record yet follows the branch. */
export function resumePoint(branch: readonly Message[], marks: Marks = {}, cutReply = false): ResumePoint {
  const pairing = pairResults(branch);
  const open = openAtEnd(branch, pairing);
  if (open.length > 0) {
    const calls = open.map(({ messageId, callIndex, call }) => ({
      messageId,
      index: callIndex,
      name: call.function.name,
    }));
    return { kind: 'open_calls', calls };
  }
  if (cutReply) return { kind: 'message' };
  return endOf(branch, marks, pairing);
}

function endOf(branch: readonly Message[], marks: Marks, pairing: Pairing): ResumePoint {
  const unsent = new Set([...pairing.orphans, ...pairing.duplicates]);
  const failed: string[] = [];
  let leftOut = false;
  for (const message of branch.toReversed()) {
    if (message.partType === 'note' || isEnvironment(message) || isCompaction(message)) continue;
    if (message.role === 'tool' && unsent.has(message)) continue;
    const asks = callsOf(message).length > 0;
    const isResult = message.role === 'tool' && message.partType !== 'tool_run';
    if (isHidden(message, marks) && !isResult && !asks) {
      leftOut ||= message.partType !== 'error';
      continue;
    }
    if (message.role !== 'assistant' || asks) return { kind: 'request', failed };
    const blank = textOf(message).trim() === '';
    if (message.partType === 'error') {
      if (!blank) return { kind: 'message' };
      failed.push(message.id);
      continue;
    }
    // An external agent may end its turn without a text.
    const endsTurn = message.external !== undefined && endReasons.includes(message.finishReason ?? '');
    if (blank && !endsTurn) continue;
    if (cutReasons.includes(message.finishReason ?? '')) return { kind: 'message' };
    return { kind: 'nothing', why: leftOut ? 'left_out' : 'answered' };
  }
  return { kind: 'nothing', why: leftOut ? 'left_out' : 'empty' };
}

function isEnvironment(message: Message): boolean {
  return message.role === 'system' && message.partType === 'environment';
}

/**
 * Returns whether the user can still decide about the calls of a message: nothing was requested or written after it.
 */
export function isLastQuestion(branch: readonly Message[], messageId: string): boolean {
  for (const at of lastAsked(branch)) if (branch[at]?.id === messageId) return true;
  return false;
}

/**
 * Returns the positions of the last reply with calls, unless the user wrote after it. An external agent makes calls
 * while earlier ones are open: its replies since the user's message count together, the last one first.
 */
function* lastAsked(branch: readonly Message[]): Generator<number, void> {
  let isFirst = true;
  for (let at = branch.length - 1; at >= 0; at--) {
    const message = branch[at] as Message;
    if (message.role === 'user') break;
    if (callsOf(message).length === 0) continue;
    if (isFirst || (message.role === 'assistant' && message.external)) yield at;
    isFirst = false;
    if (message.role === 'assistant' && !message.external) break;
  }
}

/** The calls without a result of the last reply with calls, unless the user wrote after it. */
function openAtEnd(branch: readonly Message[], pairing: Pairing): Slot[] {
  const last = new Set(lastAsked(branch));
  return pairing.slots.filter((slot) => last.has(slot.assistantIndex) && slot.result === null);
}
