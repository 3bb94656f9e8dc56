// Expectations of every conversation with an external agent, whatever the agent did.

import { expect } from 'vitest';
import { sequenceFindings } from '../../../electron/conversation/sequenceFindings.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import type { RequestBody } from '../fakeReply.ts';

/** Every call of the branch has one result, and the order is one that a model may be sent. */
export function expectSound(branch: readonly Message[]): void {
  expect(sequenceFindings(branch).filter(({ kind }) => kind === 'problem')).toEqual([]);
  const results = branch.filter(({ role }) => role === 'tool').length;
  const calls = branch.flatMap((message) => callsOf(message)).length;
  expect(results).toBe(calls);
}

const contentText = (content: RequestBody['messages'][number]['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');

/** The request contains what the user said, in this order. */
export function expectSaid(body: RequestBody, words: readonly string[]): void {
  const text = body.messages.map((message) => contentText(message.content)).join('\n');
  let at = 0;
  for (const word of words) {
    const next = text.indexOf(word, at);
    expect(next, `${word} in the request after ${at} characters`).toBeGreaterThanOrEqual(0);
    at = next + word.length;
  }
}
