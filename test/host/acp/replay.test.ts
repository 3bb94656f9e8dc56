// The parts of `throughline acp` without a process: stored histories of any kind as valid updates, diffs, and lines that are
// too long.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDiff } from '../../../electron/host/terminal/acp/hunks.ts';
import { withoutOversizedLines } from '../../../electron/host/terminal/acp/oversizedLines.ts';
import { choicesFor } from '../../../electron/host/terminal/acp/permissions.ts';
import { createReplay } from '../../../electron/host/terminal/acp/replay.ts';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import type { ExternalCallDetails } from '../../../shared/features/externalAgents/externalAgent.ts';
import { acpProblem } from '../../support/acpSchema.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage } from '../../support/messageBuilder.ts';
import { randomHistory } from '../../support/randomHistory.ts';
import { volume } from '../../support/volume.ts';

async function replayed(messages: readonly Message[]) {
  const replay = createReplay({
    folder: '/project',
    shows: { notices: true, compaction: true },
    readBase64: async (hash) => (hash.length % 2 === 0 ? 'AAAA' : null),
  });
  const updates = [];
  for (const message of messages) updates.push(...(await replay.updatesFor(message)));
  return [...updates, ...replay.unanswered(() => false)];
}

test(
  cite('ACP-3', 'any stored history is replayed as valid updates, the same each time, with each call ended once'),
  async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory(), async (history) => {
        // The store reads each ID once.
        const messages = [...new Map(history.messages.map((message) => [message.id, message])).values()];
        const updates = await replayed(messages);
        for (const update of updates) {
          const params = { sessionId: 's', update };
          expect(acpProblem(JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params }), () => '')).toBeNull();
        }
        expect(await replayed(messages)).toEqual(updates);
        const ended = updates.flatMap((update) =>
          (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') &&
          (update.status === 'completed' || update.status === 'failed')
            ? [update.toolCallId]
            : [],
        );
        expect(new Set(ended).size).toBe(ended.length);
        const requested = messages.flatMap((message) =>
          callsOf(message).map((_call, index) => `${message.id}:${index}`),
        );
        expect(ended).toEqual(expect.arrayContaining(requested));
        expect(ended.length).toBeLessThanOrEqual(
          requested.length + messages.filter(({ role }) => role === 'tool').length,
        );
      }),
      { numRuns: volume({ short: 60, all: 1000 }) },
    );
  },
);

test(cite('ACP-3', "a stored diff's hunks are the old and the new text"), () => {
  const file = fc.array(fc.constantFrom('', 'a', '-b', '+c', '\\ d', '@@ e', '--- f', '汉'), { maxLength: 12 });
  fc.assert(
    fc.property(file, file, fc.boolean(), fc.boolean(), (before, after, oldEnd, newEnd) => {
      const oldText = before.join('\n') + (oldEnd ? '\n' : '');
      const newText = after.join('\n') + (newEnd ? '\n' : '');
      const diff = createTwoFilesPatch('a/x', 'b/x', oldText, newText, '', '', { context: 100 });
      const { hunks } = parseDiff(diff);
      expect(hunks).toMatchObject(oldText === newText ? [] : [{ oldText, newText }]);
    }),
  );
  expect(parseDiff('--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+new\n')).toMatchObject({ isNew: true });
});

test(cite('ACP-3', 'a line that is too long is answered with an error, and the next one is read'), async () => {
  const long = 'x'.repeat(9000);
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"a"}',
    `{"jsonrpc":"2.0","id":"two","method":"session/prompt","params":{"text":"\\"id\\":9 ${long}"}}`,
    `{"jsonrpc":"2.0","method":"b","params":{"text":"${long}"},"id":3}`,
    `{"jsonrpc":"2.0","method":"c","params":{"text":"${long}"}}`,
    '{"jsonrpc":"2.0","id":4,"method":"d"}',
  ];
  const bytes = Buffer.from(`${lines.join('\n')}\nunfinished`);
  for (const size of [1, 7, 4096, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const answers: string[] = [];
    const rest = await text(withoutOversizedLines(Readable.from(pieces), 8000, (line) => void answers.push(line)));
    expect(rest).toBe(`${lines[0]}\n${lines[4]}\nunfinished`);
    expect(answers.map((line) => JSON.parse(line).id)).toEqual(['two', 3, null]);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ error: { code: -32600 } });
  }
});

test(
  cite('ACP-3', "an external agent's call is replayed as the agent described it, and its prompt has its own options"),
  async () => {
    const external = {
      agentId: 'other',
      title: 'Edit a file',
      kind: 'delete',
      locations: [{ path: '/project/a.ts', line: 3 }, { path: 7 }, null],
      diffs: [{ path: '/project/a.ts', oldText: null, newText: 'new' }, { path: '/project/b.ts' }],
    };
    const replayOf = (details: object) =>
      replayed(
        conversationOf([
          assistantMessage('', [call('c', 'edit')]),
          toolMessage('c', 'done', { details: { external: details as ExternalCallDetails } }),
        ]),
      );
    expect((await replayOf(external)).at(-1)).toMatchObject({
      title: 'Edit a file',
      kind: 'delete',
      locations: [{ path: '/project/a.ts', line: 3 }],
      content: [{ type: 'diff', path: '/project/a.ts', oldText: null, newText: 'new' }, { type: 'content' }],
    });
    for (const damaged of [
      {},
      { kind: 'x', title: 5, locations: {}, diffs: 'no' },
      { diffs: [null], locations: [1] },
    ]) {
      const params = { sessionId: 's', update: (await replayOf(damaged)).at(-1) };
      expect(acpProblem(JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params }), () => '')).toBeNull();
    }
    const options = [{ id: 'x', name: 'Always, everywhere', kind: 'allow_always' as const }];
    const approval = { offers: [], external: { agent: 'Other', options } } as unknown as ApprovalRequest;
    expect(choicesFor(approval, true)).toMatchObject([
      { kind: 'allow_always', name: 'Always, everywhere', answer: { decision: 'allow', option: 'x', remember: null } },
      { kind: 'reject_once', answer: { decision: 'deny' } },
    ]);
  },
);
