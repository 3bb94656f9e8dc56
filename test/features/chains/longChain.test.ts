// A chain read in pages and extended call by call equals the chain of the whole branch, whatever it contains.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLongChain } from '../../../electron/features/chains/longChain.ts';
import { type ChainEntry, chainOf } from '../../../shared/conversation/chain.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';

/** Pages of a few records of the current branch. */
function storeOf(branch: { messages: readonly Message[] }) {
  return {
    async readLater(_conversationId: string, after: string | null) {
      const from = after === null ? 0 : branch.messages.findIndex(({ id }) => id === after) + 1;
      const messages = branch.messages.slice(from, from + 3);
      return ok({ messages, hasEarlier: from > 0, hasLater: from + 3 < branch.messages.length });
    },
  };
}

const callId = fc.constantFrom('a', 'b', 'c');
const record: fc.Arbitrary<Message> = fc.oneof(
  fc.constant(userMessage('and')),
  fc.array(callId, { maxLength: 3 }).map((ids) =>
    assistantMessage(
      '',
      ids.map((id, at) => call(id, 'read_file', `{"at":${at}}`)),
    ),
  ),
  fc
    .record({
      id: callId,
      text: fc.string(),
      extra: fc.constantFrom<object>(
        {},
        { partType: 'tool_run' },
        { outcome: 'error', duration: 0, waitedMs: 7, startedAt: '2026-01-01T00:00:00.000Z' },
        { fullOutputPath: '@state/x', details: { bytes: 5, agent: { conversationId: 'a'.repeat(26) } } },
      ),
    })
    .map(({ id, text, extra }) => toolMessage(id, text, extra)),
);

test(cite('PERF-5', "a chain read in pages equals the whole branch's, byte for byte"), async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 30 }), async (records) => {
      const messages = conversationOf(records);
      const given: ChainEntry[] = [];
      const chain = okValue(await readLongChain(storeOf({ messages }), 'c'));
      okValue(
        await chain.each((entry) => {
          given.push(entry);
          return null;
        }),
      );
      expect(JSON.stringify(given)).toBe(JSON.stringify(chainOf(messages)));
    }),
  );
});

test('records stored while it is printed are not in it; another branch is reported', async () => {
  const first = conversationOf([
    assistantMessage('', [call('a', 'read_file')]),
    toolMessage('a', 'x'),
    userMessage('and'),
  ]);
  const branch = { messages: first };
  const chain = okValue(await readLongChain(storeOf(branch), 'c'));
  branch.messages = [...first, ...conversationOf([assistantMessage('', [call('b', 'read_file')])])];
  const ids: string[] = [];
  okValue(
    await chain.each(({ id }) => {
      ids.push(id);
      return null;
    }),
  );
  expect(ids).toEqual(['a']);
  branch.messages = first.map((message) => ({ ...message, id: `${message.id}-other` }));
  expect(errorOf(await chain.each(() => null)).message).toContain('Another branch was opened');
  branch.messages = first.slice(0, 2);
  expect(errorOf(await chain.each(() => null)).message).toContain('Another branch was opened');
});
