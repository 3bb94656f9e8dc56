// The provider against a third-party model server.

import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Provider } from '../../../electron/ports/provider.ts';
import { cite } from '../../support/cite.ts';
import { callModel, modelRequest, replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let mock: LLMock;
let provider: Provider;

beforeEach(async () => {
  mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
  provider = openAiProvider(`${mock.url}/v1`);
});
afterEach(() => mock.stop());

const ask = (content: string) => modelRequest({ model: 'gpt-5-mini', messages: [{ role: 'user', content }] });

test('text, streamed', async () => {
  mock.onMessage('hello', { content: 'Hi there! How are you today?' });
  const { outcome, observed } = await callModel(provider, { request: ask('hello') });
  expect(outcome).toMatchObject({
    kind: 'reply',
    reply: { text: 'Hi there! How are you today?', calls: [], finishReason: 'stop', model: 'gpt-5-mini' },
  });
  expect(observed.texts.join('')).toBe('Hi there! How are you today?');
  expect(outcome.kind === 'reply' && outcome.reply.usage?.inputTokens).toBeGreaterThan(0);
});

test(cite('STREAM-2', 'parallel calls'), async () => {
  mock.onMessage('both', {
    toolCalls: [
      { id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}' },
      { id: 'call_b', name: 'list_files', arguments: '{"path":"."}' },
    ],
  });
  expect(await replyOf(provider, { request: ask('both') })).toMatchObject({
    text: '',
    finishReason: 'tool_calls',
    calls: [
      { id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}' },
      { id: 'call_b', name: 'list_files', arguments: '{"path":"."}' },
    ],
  });
});

test('text before a call, and the turn after its result', async () => {
  mock.on(
    { userMessage: 'look', hasToolResult: false },
    {
      content: 'Let me look.',
      toolCalls: [{ id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}' }],
    },
  );
  mock.on({ userMessage: 'look', hasToolResult: true }, { content: 'It says hello.' });
  const first = await replyOf(provider, { request: ask('look') });
  expect(first).toMatchObject({ text: 'Let me look.', calls: [{ id: 'call_a' }] });
  const messages = [
    { role: 'user' as const, content: 'look' },
    {
      role: 'assistant' as const,
      content: first.text,
      tool_calls: first.calls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call })),
    },
    { role: 'tool' as const, tool_call_id: 'call_a', content: 'hello' },
  ];
  expect((await replyOf(provider, { request: modelRequest({ messages }) })).text).toBe('It says hello.');
});

test('reasoning with the text', async () => {
  mock.onMessage('think', { content: 'So it is.', reasoning: 'Let me think.' });
  expect(await replyOf(provider, { request: ask('think') })).toMatchObject({
    text: 'So it is.',
    reasoning: 'Let me think.',
  });
});

test(cite('LOOP-10', 'an error'), async () => {
  mock.nextRequestError(429, { message: 'Slow down', type: 'rate_limit_error' });
  mock.onMessage('hello', { content: 'Hi' });
  const { outcome } = await callModel(provider, { request: ask('hello') });
  expect(outcome).toMatchObject({
    kind: 'failed',
    failure: { code: 'LLM_RATE_LIMITED', status: 429, retryable: true },
  });
  expect((await replyOf(provider, { request: ask('hello') })).text).toBe('Hi');
});

test(cite('STREAM-6', 'a connection that closes in mid-reply'), async () => {
  mock.onMessage(
    'cut',
    { content: 'one two three four five six seven eight nine ten' },
    { truncateAfterChunks: 3, chunkSize: 5, latency: 20 },
  );
  const { outcome } = await callModel(provider, { request: ask('cut') });
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'LLM_BAD_RESPONSE' } });
  expect(outcome.kind === 'failed' && outcome.failure.partial.text.length).toBeGreaterThan(0);
});

test('the model list', async () => {
  const models = await provider.listModels(new AbortController().signal);
  expect(models.ok).toBe(true);
});
