// Statistics counted page by page equal those of the whole branch, whatever it contains; the command line prints them.

import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readStatistics, type StatisticsSources } from '../../../electron/features/stats/readStatistics.ts';
import { chainSummary } from '../../../shared/conversation/callSummaries.ts';
import { type Message, outcomes } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { CostReport, CostSum } from '../../../shared/features/costs/methods.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const noCost: CostSum = {
  ...{ usd: 0, replies: 0, unknown: 0, titles: 0, titlesUsd: 0, atLeast: false },
  ...{ input: 0, output: 0, cached: 0 },
};

/** Pages of three records. */
function sourcesOf(messages: readonly Message[], conversation: CostSum = noCost): StatisticsSources {
  return {
    store: {
      async readLater(_conversationId, after) {
        const from = after === null ? 0 : messages.findIndex(({ id }) => id === after) + 1;
        return ok({
          messages: messages.slice(from, from + 3),
          hasEarlier: from > 0,
          hasLater: from + 3 < messages.length,
        });
      },
    },
    costs: { read: async () => ok({ conversation } as CostReport) },
  };
}

const callId = fc.constantFrom('a', 'b', 'c');
const toolName = fc.constantFrom('read_file', 'edit_file', 'run_command', 'list_files', 'fetch', 'todo_write');
const record: fc.Arbitrary<Message> = fc.oneof(
  fc.constant(userMessage('and')),
  fc
    .array(fc.tuple(callId, toolName), { maxLength: 3 })
    .map((calls) => assistantMessage('', [...calls.map(([id, name]) => call(id, name))])),
  fc
    .tuple(callId, fc.constantFrom(...outcomes), fc.boolean())
    .map(([id, outcome, byHand]) => toolMessage(id, 'x', byHand ? { outcome, partType: 'tool_run' } : { outcome })),
);

test(cite('PERF-5', 'the statistics read in pages equal those of the whole branch'), async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 30 }), async (records) => {
      const messages = conversationOf(records);
      const read = okValue(await readStatistics(sourcesOf(messages), 'c'));
      const { calls } = chainSummary('c', messages);
      const expected = calls.map(({ resultId, outcome }) => (resultId === null ? 'open' : outcome));
      const counted = Object.entries(read.calls).flatMap(([outcome, count]) => Array(count).fill(outcome));
      expect(counted.toSorted()).toEqual(expected.toSorted());
      const counts = Object.values(Object.groupBy(calls, ({ name }) => name)).map((each) => each?.length ?? 0);
      const ranked = counts.toSorted((one, other) => other - one).slice(0, 5);
      expect(read.tools.map(({ count }) => count)).toEqual(ranked);
      expect(read.toolCount).toBe(counts.length);
      for (const { name, count } of read.tools) expect(calls.filter((one) => one.name === name)).toHaveLength(count);
      for (const [role, count] of Object.entries(read.messages)) {
        expect(messages.filter((message) => message.role === role)).toHaveLength(count);
      }
      expect([read.first, read.last]).toEqual([messages[0]?.createdAt ?? null, messages.at(-1)?.createdAt ?? null]);
    }),
  );
});

test(cite('WORK-4', 'unrecorded values are unknown in the statistics, not 0'), async () => {
  const messages = conversationOf([userMessage('hi')]);
  expect(okValue(await readStatistics(sourcesOf(messages), 'c')).spent).toBeNull();
  const paid = { ...noCost, replies: 1, input: 10, output: 2, unknown: 1 };
  expect(okValue(await readStatistics(sourcesOf(messages, paid), 'c')).spent).toEqual(paid);
});

test('counting stops when its result is no longer needed', async () => {
  const messages = conversationOf(Array.from({ length: 9 }, () => userMessage('hi')));
  const { store, costs } = sourcesOf(messages);
  const controller = new AbortController();
  let pages = 0;
  const read = await readStatistics(
    {
      costs,
      store: {
        readLater(...given) {
          if (++pages === 2) controller.abort();
          return store.readLater(...given);
        },
      },
    },
    'c',
    { signal: controller.signal },
  );
  expect(errorOf(read).code).toBe('CANCELLED');
  expect(pages).toBe(2);
});

test(cite('WORK-4', 'stats prints messages, calls by outcome, tools, time, tokens and cost'), async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const requestFor = (id: string, file: string) => ({
    calls: [{ id, name: 'read_file', arguments: JSON.stringify({ path: file }) }],
  });
  const model = await startFakeModelServer({
    replies: [requestFor('c1', 'a.txt'), requestFor('c2', 'none.txt')],
    otherwise: { text: 'Done.' },
    window: 10_000_000,
  });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_MODEL: 'fake-model' };
  const at = ['--project', folder, '--data', path.join(tempFolder(), 'data')];
  const run = await commandHere(['run', '-p', 'Read.', '--approve', 'reads', '--output', 'json', ...at], env);
  const { conversationId } = JSON.parse(run.stdout);
  const json = JSON.parse((await commandHere(['stats', conversationId, '--json', ...at], env)).stdout);
  expect(json).toMatchObject({
    messages: { user: 1, assistant: 3, tool: 2 },
    calls: { ok: 1, error: 1, denied: 0, cancelled: 0, interrupted: 0, open: 0 },
    tools: [{ name: 'read_file', count: 2 }],
    spent: { replies: 3, unknown: 3 },
  });
  const printed = await commandHere(['stats', conversationId.slice(0, 8), ...at], env);
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  expect(printed.stdout).toMatch(
    /^Tool calls +2\n {2}completed +1\n {2}failed +1\n {2}refused +0\n {2}still open +0\n/m,
  );
  expect(printed.stdout).toMatch(/^Most used tools\n {2}read_file +2\n/m);
  expect(printed.stdout).toMatch(/^ {2}first to last message +\d/m);
  expect(printed.stdout).toMatch(/^ {2}cost +unknown$/m);
  expect((await commandHere(['stats', 'nothing-here', ...at], env)).code).toBe(1);
  expect((await commandHere(['stats', ...at], env)).code).toBe(2);
});
