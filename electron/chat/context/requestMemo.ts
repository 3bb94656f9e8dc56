// What a request remembers of its records. Of an ordinary context it is kept for the next request. A very long one is built
// in one piece, and nothing else in the process has its turn meanwhile: there the words of every record, which take the
// time, are read first, in slices, and remembered for this one request.

import { wireMessage } from '../../../shared/conversation/apiMessages.ts';
import { createShortMemo, type Memo } from '../../../shared/conversation/memo.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { isSound } from '../../../shared/conversation/sequence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { pricedWords } from './contextParts.ts';

/** Fewer records with fewer characters take less than a few slices; no model has room for more than that. */
const manyRecords = 10_000;
const manyCharacters = 4_000_000;

/** The memo to build a request of these records with: `lasting`, or one for them alone. */
export async function requestMemo(records: readonly Message[], lasting: Memo): Promise<Memo> {
  if (!isLong(records)) return lasting;
  const memo = createShortMemo();
  const [wire, words, sound] = [memo.by(wireMessage), memo.by(pricedWords), memo.by(isSound)];
  const slice = createTimeSlice();
  for (const record of records) {
    const message = wire(record);
    words(message);
    sound(message);
    const turn = slice();
    if (turn) await turn;
  }
  return memo;
}

function isLong(records: readonly Message[]): boolean {
  return records.length >= manyRecords || charactersOf(records) >= manyCharacters;
}

function charactersOf(records: readonly Message[]): number {
  let length = 0;
  for (const record of records) {
    if (typeof record.content === 'string') length += record.content.length;
    for (const call of callsOf(record)) length += call.function.arguments.length;
  }
  return length;
}
