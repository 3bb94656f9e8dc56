// The cost of a conversation, through the whole app: prices, the ledger, sums, and the limits at which a run stops and
// asks.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { AssistantMessage } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

/** In dollars per million tokens: a request of 1,000 tokens costs a dollar. */
const prices = { 'fake-model': { input: 1000, output: 1000, cacheRead: 100 } };
/** Here a reply of 100 tokens costs a dollar, and its input little. */
const dearReplies = { 'fake-model': { input: 10, output: 9_910 } };
const usage = (prompt: number, completion: number, cached = 0) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, prompt_tokens_details: { cached_tokens: cached } },
});
/** Paid requests, without the marks of started ones. */
const lines = async (app: TestApp): Promise<Record<string, unknown>[]> => {
  // It returns once the payments are written.
  await app.call('cost.read', { conversationId: null });
  const folder = path.join(app.dataDir, 'usage');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind !== 'begun' && kind !== 'ended'),
  );
};
const error = (app: TestApp, id: string) =>
  app.rows(id).findLast((row): row is AssistantMessage => row.partType === 'error');
const app = (options: TestAppOptions) => startTestApp({ otherwise: { text: 'ok' }, ...options });

test(cite('WORK-4', 'a reply keeps the cost calculated when it arrived, and the sums cover all replies'), async () => {
  const { model: _model, ...run } = await app({
    replies: [
      [{ text: 'one' }, usage(1_000, 100, 500)],
      [{ text: 'two' }, usage(2_000, 100)],
    ],
    settings: { prices },
  });
  const it = { ...run, model: _model };
  const id = await it.start();
  await it.turn(id, 'first');
  // 500 × 1,000 + 500 × 100 + 100 × 1,000 = 650,000 per million
  const reply = it.rows(id).findLast((row) => row.role === 'assistant') as AssistantMessage;
  expect(reply.usage?.cost).toEqual({ usd: 0.65, by: 'settings' });
  // A price change does not affect earlier replies.
  await it.call('settings.update', { patch: { prices: { 'environment/*': { input: 1, output: 1 } } } });
  await it.turn(id, 'second');
  const report = await it.call('cost.read', { conversationId: id });
  expect(report.conversation).toMatchObject({
    usd: 0.65 + 0.0021,
    replies: 2,
    unknown: 0,
    cached: 500,
    input: 3_000,
  });
  expect(report.lastTurn).toMatchObject({ usd: 0.0021, replies: 1 });
  expect(report.today).toMatchObject({ replies: 2 });
  expect(report.models).toMatchObject([{ provider: 'environment', model: 'fake-model', replies: 2 }]);
  expect(report.price).toMatchObject({ input: 1, by: 'settings' });
});

test(cite('WORK-4', 'an unknown cost is reported as unknown, not as 0'), async () => {
  const it = await app({ replies: [[{ text: 'one' }, usage(10, 10)]] });
  const id = await it.start();
  await it.turn(id, 'go');
  const reply = it.rows(id).findLast((row) => row.role === 'assistant') as AssistantMessage;
  expect(reply.usage?.cost).toBeUndefined();
  expect(await lines(it)).toMatchObject([{ kind: 'reply', usd: null }]);
  const { conversation, price } = await it.call('cost.read', { conversationId: id });
  expect(conversation).toMatchObject({ usd: 0, replies: 1, unknown: 1 });
  expect(price).toBeNull();
});

test(cite('WORK-4', 'the ledger has no content, and outlives the conversation'), async () => {
  const it = await app({ replies: [[{ text: 'a secret answer' }, usage(10, 10)]], settings: { prices } });
  const id = await it.start();
  await it.turn(id, 'a secret question');
  expect(JSON.stringify(await lines(it))).not.toContain('secret');
  await it.call('conversation.delete', { conversationId: id });
  const report = await it.call('cost.read', { conversationId: null });
  expect(report.conversations).toMatchObject([{ conversationId: id, usd: 0.02 }]);
});

test(
  cite('WORK-4', 'before a request that would exceed the limit the run ends with instructions, and everything is kept'),
  async () => {
    const it = await app({
      replies: [[{ text: 'one' }, usage(900, 100)]],
      settings: { prices: dearReplies, spendLimit: { day: 1.05, conversation: null } },
    });
    const id = await it.start();
    const first = await it.turn(id, 'first');
    expect(first).toBe('done');
    const big = 'x '.repeat(40_000);
    expect(await it.turn(id, big)).toBe('error');
    expect(it.model.requests).toHaveLength(1);
    expect(error(it, id)?.error).toMatchObject({ code: 'SPEND_LIMIT_REACHED', limit: { kind: 'day', usd: 1.05 } });
    expect(error(it, id)?.error?.message).toMatch(/would exceed today’s spending limit of \$1\.05 \(\$1\.00 spent\)/);
    const kept = it.rows(id).filter((row) => row.role === 'user');
    expect(kept.map((row) => row.content)).toEqual(['first', big]);

    // Continuing does not change the limit: it stops at the same place, until the user raises it.
    const again = it.events.length;
    await it.call('run.resume', { conversationId: id });
    expect((await it.event('run.ended', () => true, again)).end).toBe('error');
    await it.call('cost.raise', { conversationId: id, limit: 'day' });
    await it.call('cost.raise', { conversationId: id, limit: 'day' });
    expect((await it.call('cost.read', { conversationId: id })).limits.day).toEqual({ usd: 1.05, raised: 2.1 });
    const from = it.events.length;
    await it.call('run.resume', { conversationId: id });
    expect((await it.event('run.ended', () => true, from)).end).toBe('done');
    expect(it.model.requests).toHaveLength(2);
  },
);

test(cite('WORK-4', "the user lets one run continue above a conversation's limit"), async () => {
  const it = await app({
    replies: [[{ text: 'one' }, usage(900, 100)]],
    settings: { prices: dearReplies, spendLimit: { day: null, conversation: 1 } },
  });
  const id = await it.start();
  expect(await it.turn(id, 'first')).toBe('done');
  expect(await it.turn(id, 'second')).toBe('error');
  expect(error(it, id)?.error?.limit).toEqual({ kind: 'conversation', usd: 1 });
  const from = it.events.length;
  await it.call('run.resume', { conversationId: id, overLimit: true });
  expect((await it.event('run.ended', () => true, from)).end).toBe('done');
  expect(await it.turn(id, 'third')).toBe('error');
  // Another conversation has its own limit.
  expect(await it.turn(await it.start(), 'first')).toBe('done');
});

test(cite('WORK-4', "an agent's spending counts toward the conversation that started it, whose box asks"), async () => {
  const agentCall = { id: 'p1', name: 'run_agent', arguments: JSON.stringify({ task: 'TASK look', title: 'Look' }) };
  const read = { id: 'a1', name: 'read_file', arguments: JSON.stringify({ path: 'none.txt' }) };
  const it = await app({
    replies: [
      [{ calls: [agentCall] }, usage(900, 100)],
      [{ calls: [read] }, usage(900, 100)],
      [{ text: 'looked' }, usage(900, 100)],
    ],
    settings: { prices: dearReplies, approvalMode: 'all', spendLimit: { day: null, conversation: 1.5 } },
  });
  const id = await it.start();
  const from = it.events.length;
  const asked = it.event('call.asking', () => true, from);
  const turn = it.turn(id, 'go');
  const { question } = await asked;
  expect(question.from).toEqual({ type: 'app', limit: { kind: 'conversation', usd: 1.5 } });
  await it.call('question.answer', {
    conversationId: id,
    questionId: question.questionId,
    action: 'accept',
    values: { choice: 'raise' },
  });
  // Raised to 3: the agent's two replies and its parent's one, and the fourth is held.
  expect(await turn).toBe('error');
  expect(error(it, id)?.error).toMatchObject({ code: 'SPEND_LIMIT_REACHED', limit: { kind: 'conversation' } });
  const { conversation } = await it.call('cost.read', { conversationId: id });
  expect(conversation).toMatchObject({ usd: 3, replies: 3 });
  expect((await lines(it)).filter((line) => line.parent === id)).toHaveLength(2);
  const result = it.rows(id).findLast((row) => row.role === 'tool');
  expect(result?.role === 'tool' && result.details?.agent?.usage).toMatchObject({ usd: 2 });
});

test(cite('WORK-4', 'a model of unknown price is not stopped by a limit, which is reported once'), async () => {
  const it = await app({ settings: { spendLimit: { day: 0.01, conversation: null } } });
  const id = await it.start();
  expect(await it.turn(id, 'first')).toBe('done');
  expect(await it.turn(id, 'second')).toBe('done');
  const told = it.events.filter(({ event }) => event.type === 'notice');
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told)).toContain('The price of fake-model is unknown');
});

test(cite('WORK-4', 'a summary costs, too, and a broken reply costs an unknown amount'), {
  tags: ['all'],
}, async () => {
  const it = await app({
    replies: [
      [{ text: 'one '.repeat(3_000) }, usage(900, 100)],
      [{ text: 'two' }, usage(900, 100)],
      [{ text: 'a summary' }, usage(5_000, 100)],
      [{ status: 400 }],
    ],
    settings: { prices },
  });
  const id = await it.start();
  for (const text of ['first', 'second']) await it.turn(id, text);
  await it.call('context.compact', { conversationId: id });
  expect((await lines(it)).map(({ kind, usd }) => [kind, usd])).toEqual([
    ['reply', 1],
    ['reply', 1],
    ['summary', 5.1],
  ]);
  const broken = await app({ replies: [[{ text: ['begun', 'more'] }, { closeAfter: 2 }]], otherwise: { status: 400 } });
  const other = await broken.start();
  await broken.turn(other, 'go');
  expect(await lines(broken)).toMatchObject([{ kind: 'stopped', usd: null }]);
});

test(cite('WORK-4', 'So does one that was stopped while thinking.'), async () => {
  const it = await app({ replies: [[{ reasoning: 'Let me see.' }, { hang: true }]], settings: { prices } });
  const id = await it.start();
  const thinks = it.event('reply.thinking');
  const ended = it.turn(id, 'go');
  await thinks;
  await it.call('run.stop', { conversationId: id });
  expect(await ended).toBe('stopped');
  expect(await lines(it)).toMatchObject([{ kind: 'stopped', usd: null }]);
});

test(cite('WORK-4', 'paid requests without a reply count, each attempt of them'), { tags: ['all'] }, async () => {
  const malformed = { choices: [{ index: 0, delta: {}, native_finish_reason: 'MALFORMED_FUNCTION_CALL' }] };
  const it = await app({
    replies: [
      [{ chunk: malformed }, usage(900, 100)],
      [{ text: 'ok' }, usage(900, 100)],
      [{ text: 'no' }, { finish: 'content_filter' }, usage(400, 100)],
    ],
    settings: { prices },
  });
  const id = await it.start();
  expect(await it.turn(id, 'go')).toBe('done');
  expect(await it.turn(id, 'and on')).toBe('error');
  expect((await lines(it)).map(({ kind, usd }) => [kind, usd])).toEqual([
    ['stopped', 1],
    ['reply', 1],
    ['stopped', 0.5],
  ]);
});

test(cite('WORK-4', 'a summary that would exceed the limit is not requested, and says so'), async () => {
  const it = await app({
    replies: [
      [{ text: 'one '.repeat(3_000) }, usage(900, 100)],
      [{ text: 'two' }, usage(900, 100)],
    ],
    settings: { prices, spendLimit: { day: 9, conversation: null } },
  });
  const id = await it.start();
  for (const text of ['first', 'second']) await it.turn(id, text);
  const told = await it.call('context.compact', { conversationId: id });
  expect(told).toMatchObject({ result: 'failed' });
  expect(told.message).toEqual({
    key: 'The next request costs about {0} and would exceed today’s spending limit of {1} ({2} spent). It was not sent. Everything is saved.',
    params: [expect.any(String), '$9.00', '$2.00'],
  });
  expect(it.model.requests).toHaveLength(2);
  await it.call('cost.raise', { conversationId: id, limit: 'day' });
  expect(await it.call('context.compact', { conversationId: id })).toMatchObject({ result: 'done' });
});
