// What servers really stream, each as a stream from a real socket.

import { afterEach, describe, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { deltaStep, type FakeModelServer, type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { callModel, replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: FakeModelServer;
afterEach(() => server.close());

async function serve(...replies: Reply[]) {
  server = await startFakeModelServer({ replies });
  return openAiProvider(server.url);
}

test('a reply has its text, calls, finish reason, usage and model', async () => {
  const provider = await serve([
    { text: ['Let me ', 'look.'] },
    { calls: [{ id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}', pieces: 3 }] },
    { usage: { prompt_tokens: 7, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5 } } },
  ]);
  const { outcome, observed } = await callModel(provider);
  expect(outcome).toEqual({
    kind: 'reply',
    reply: {
      text: 'Let me look.',
      reasoning: '',
      calls: [{ id: 'call_a', name: 'read_file', arguments: '{"path":"a.txt"}' }],
      finishReason: 'tool_calls',
      usage: {
        inputTokens: 7,
        outputTokens: 3,
        cachedInputTokens: 5,
        raw: { prompt_tokens: 7, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5 } },
      },
      model: 'fake-model',
    },
    response: { id: 'chatcmpl-fake' },
  });
  expect(observed.texts).toEqual(['Let me ', 'look.']);
  expect(observed.calls.at(-1)).toEqual([0, 'read_file', 16]);
});

describe('the end of a reply', () => {
  const calls = { calls: [{ id: 'a', name: 'x', arguments: '{}' }] };

  test.each(['stop', 'tool_calls', 'length', 'end_turn'])(
    cite(['STREAM-5', 'LOOP-9'], 'finish_reason %s is reported and the calls are kept'),
    async (finish) => {
      const reply = await replyOf(await serve([calls, { finish }]));
      expect(reply).toMatchObject({ finishReason: finish, calls: [{ id: 'a', name: 'x', arguments: '{}' }] });
    },
  );

  test(cite('STREAM-5', 'tool_calls without a call is a reply with its text'), async () => {
    expect(await replyOf(await serve([{ text: 'hm' }, { finish: 'tool_calls' }]))).toMatchObject({
      text: 'hm',
      calls: [],
    });
  });

  test(cite('STREAM-5', 'the end mark without a finish_reason is a reply'), async () => {
    expect(await replyOf(await serve([{ text: 'hi' }, { finish: null }]))).toMatchObject({
      text: 'hi',
      finishReason: null,
    });
  });

  test('a finish_reason without the end mark is a reply', async () => {
    expect(await replyOf(await serve([{ text: 'hi' }, { done: false }]))).toMatchObject({
      text: 'hi',
      finishReason: 'stop',
    });
  });

  test(cite('STREAM-5', 'content_filter is a failure that keeps the text'), async () => {
    const { outcome } = await callModel(await serve([{ text: 'so far' }, { finish: 'content_filter' }]));
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { code: 'LLM_CONTENT_FILTER', retryable: false, partial: { text: 'so far' } },
    });
  });

  test('a connection that stays open after the finish does not delay the reply', async () => {
    await serve([
      { text: 'hi' },
      { chunk: { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] } },
      { hang: true },
    ]);
    const provider = openAiProvider(server.url, { afterFinishMs: 100 });
    expect(await replyOf(provider, { idleTimeoutMs: 60_000 })).toMatchObject({ text: 'hi', finishReason: 'stop' });
  });

  test('a failure after the finish does not discard the reply', async () => {
    const provider = await serve({
      raw: [
        'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\n',
        'data: {"choices":[],"usage":{"prompt_tokens":NaN}}\n\n',
      ],
    });
    expect(await replyOf(provider)).toMatchObject({ text: 'hi', finishReason: 'stop' });
  });

  test(cite('LOOP-10', 'an empty reply is a failure with its code'), async () => {
    const { outcome } = await callModel(await serve([{ finish: 'stop' }]));
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: {
        code: 'LLM_EMPTY_RESPONSE',
        retryable: false,
        message: `127.0.0.1:${server.port} returned no text or tool call (it ended with “stop”).`,
      },
    });
  });
});

describe('usage and unknown fields', () => {
  test(cite('STREAM-7', 'a usage chunk with empty choices counts; nonsense in it does not'), async () => {
    const provider = await serve(
      [{ text: 'a' }, { usage: null }, { finish: 'stop' }],
      [{ text: 'a' }, { usage: { prompt_tokens: 'NaN', completion_tokens: -1, total_tokens: null } }],
      [{ text: 'a' }, { usage: { prompt_tokens: 3, completion_tokens_details: { reasoning_tokens: 2 } } }],
    );
    expect((await replyOf(provider)).usage).toBeNull();
    expect((await replyOf(provider)).usage).toBeNull();
    expect((await replyOf(provider)).usage).toMatchObject({ inputTokens: 3, reasoningTokens: 2 });
  });

  test(
    cite('STREAM-7', 'usage inside a choice, null deltas, empty roles, unknown fields and events are harmless'),
    async () => {
      const provider = await serve([
        { chunk: { type: 'ping' } },
        { chunk: null },
        { chunk: [] },
        { chunk: { choices: [{ index: 0, delta: null }] } },
        { chunk: { choices: null, obfuscation: 'xx' } },
        deltaStep({ role: '', content: null, tool_calls: null }),
        deltaStep({ content: 'hi', strange: { deep: [1] } }),
        { chunk: { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 4 } }] } },
        { finish: null },
        { usage: null },
      ]);
      expect(await replyOf(provider)).toMatchObject({ text: 'hi', finishReason: 'stop', usage: { inputTokens: 4 } });
    },
  );

  test('content as parts and refusals are text', async () => {
    const provider = await serve([
      deltaStep({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'yes' },
        ],
      }),
      deltaStep({ refusal: ', no' }),
    ]);
    expect(await replyOf(provider)).toMatchObject({ text: 'yes, no', reasoning: 'hm' });
  });
});

describe('reasoning', () => {
  test.each(['reasoning_content', 'reasoning', 'both'] as const)(
    cite('STREAM-8', 'in %s it is shown once'),
    async (field) => {
      const { outcome, observed } = await callModel(
        await serve([{ reasoning: ['I ', 'think'], field }, { text: 'so' }]),
      );
      expect(observed.reasonings).toEqual(['I ', 'think']);
      const providerData =
        field === 'reasoning' ? undefined : { openai: { provider: 'test', reasoning: 'reasoning_content' } };
      expect(outcome).toMatchObject({ kind: 'reply', reply: { reasoning: 'I think', text: 'so' } });
      expect(outcome.kind === 'reply' && outcome.reply.providerData).toEqual(providerData);
    },
  );

  test(cite('STREAM-8', 'a turn with only reasoning is a reply'), async () => {
    expect(await replyOf(await serve([{ reasoning: 'hm' }]))).toMatchObject({ reasoning: 'hm', text: '', calls: [] });
  });
});
