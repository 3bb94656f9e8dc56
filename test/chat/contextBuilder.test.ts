// The last check before a request is sent: a remaining rule violation throws in development, and is fixed in the
// product.

import { expect, test, vi } from 'vitest';
import { buildContext } from '../../electron/chat/context/contextBuilder.ts';
import { checkSequence } from '../../electron/conversation/sequence.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { wireViolations } from '../support/wireForms.ts';

// A repair that does nothing is the defect this check exists for.
vi.mock('../../shared/conversation/repair.ts', async (original) => ({
  ...(await original<typeof import('../../shared/conversation/repair.ts')>()),
  repairHistory: (messages: unknown[]) => ({ messages, notes: [] }),
}));

const branch = conversationOf([
  assistantMessage('hello'),
  toolMessage('z', 'stray'),
  userMessage('go'),
  assistantMessage('', [call('a', 'read_file'), call('b', 'read_file')]),
  toolMessage('b', 'found'),
  assistantMessage('done'),
]);
const input = { branch, tools: [], model: 'm', options: {} };

test(cite('SEQ-7', 'in development a request that breaks a rule throws, naming it'), () => {
  expect(() => buildContext({ ...input, strict: true })).toThrow(/roles-alternate.*ends-open|ends-open/s);
});

test(
  cite(['SEQ-7', 'SEQ-3'], 'in the product it is forced to be valid, nothing is lost, and the log records it'),
  () => {
    const built = buildContext({ ...input, strict: false });
    expect(built.violations.length).toBeGreaterThan(0);
    expect(checkSequence(built.request.messages)).toEqual([]);
    expect(wireViolations(built.request)).toEqual([]);
    for (const word of ['hello', 'stray', 'go', 'found', 'done']) expect(JSON.stringify(built.request)).toContain(word);
    expect(built.sources).toHaveLength(built.request.messages.length);
    const { settled: _kept, ...again } = buildContext({ ...input, strict: false });
    expect(built).toMatchObject(again);
  },
);

test('a conversation without anything to send is not a defect', () => {
  const built = buildContext({ ...input, branch: [], strict: true });
  expect(built.violations).toEqual([]);
  expect(checkSequence(built.request.messages)).toEqual([]);
});
