// Finds where a history may be cut: before a record, but never between a call and its results.

import type { Message } from '../../shared/conversation/message.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';

/** Per record, whether cutting before it keeps every call together with its results. @internal */
export function allowedCuts(records: readonly Message[]): boolean[] {
  const allowed = records.map((record) => record.role !== 'tool');
  const places = new Map(records.map((record, at) => [record.id, at]));
  for (const { assistantIndex, result } of pairResults(records).slots) {
    const answer = result ? places.get(result.id) : undefined;
    if (answer === undefined) continue;
    const [from, to] = [Math.min(assistantIndex, answer), Math.max(assistantIndex, answer)];
    allowed.fill(false, from + 1, to + 1);
  }
  return allowed;
}

export interface CutInput {
  /** The context in log order. */
  records: readonly Message[];
  tokensOf: (record: Message) => number;
  /** Tokens of the last turns to keep. */
  tail: number;
  /** Maximum tokens at which the current question's turn is kept whole. */
  turn: number;
}

export interface CutPoint {
  /** Index of the first record kept. */
  at: number;
  /** The question of the turn that is cut; null when the cut is before a turn. */
  question: Message | null;
}

/** Returns null when nothing precedes the part that must be kept. */
export function findCutPoint({ records, tokensOf, tail, turn }: CutInput): CutPoint | null {
  const allowed = allowedCuts(records);
  const behind = tokensFrom(records, tokensOf);
  const questionIndex = records.findLastIndex((record) => record.role === 'user');
  const start = turnStart(records, questionIndex);
  const whole = questionIndex < 0 ? Number.POSITIVE_INFINITY : (behind[start] ?? 0);
  if (whole <= Math.max(tail, turn) && allowed[start]) {
    const at = records.findIndex(
      (record, index) =>
        index <= start && startsTurn(records, index) && allowed[index] && record && (behind[index] ?? 0) <= tail,
    );
    const chosen = at < 0 ? start : at;
    return chosen > 0 ? { at: chosen, question: null } : null;
  }
  // The turn is too long, so it is cut before a reply; its question is still sent.
  const inside = records.flatMap((_, index) => (index > Math.max(questionIndex, 0) && allowed[index] ? [index] : []));
  const at = inside.find((index) => (behind[index] ?? 0) <= tail) ?? inside.at(-1);
  if (at === undefined) return start > 0 && allowed[start] ? { at: start, question: null } : null;
  return { at, question: records[questionIndex] ?? null };
}

/** Environment records before a question belong to its turn. */
function turnStart(records: readonly Message[], questionIndex: number): number {
  let start = Math.max(questionIndex, 0);
  while (start > 0 && records[start - 1]?.role === 'system') start--;
  return start;
}

function startsTurn(records: readonly Message[], index: number): boolean {
  const role = records[index]?.role;
  if (role !== 'user' && role !== 'system') return false;
  return index === 0 || records[index - 1]?.role !== 'system';
}

/** Per record, the tokens from it to the end. */
function tokensFrom(records: readonly Message[], tokensOf: CutInput['tokensOf']): number[] {
  const sums: number[] = [];
  let sum = 0;
  for (const record of records.toReversed()) {
    sum += tokensOf(record);
    sums.push(sum);
  }
  return sums.reverse();
}
