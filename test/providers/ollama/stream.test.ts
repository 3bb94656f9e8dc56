// Streams of Ollama's own API, from a real socket, and requests to it.

import { afterEach, describe, expect, test } from 'vitest';
import type { Provider } from '../../../electron/ports/provider.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { ollamaApi } from '../../../electron/providers/ollama/api.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { maxCalls } from '../../../shared/conversation/message.ts';
import { efforts, type ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { type Answer, type AnsweringServer, lines, startAnsweringServer } from '../../support/answeringServer.ts';
import { cite } from '../../support/cite.ts';
import { failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';
import { nextMessages } from '../../support/nextMessages.ts';
import { okValue } from '../../support/result.ts';
import { ollamaViolations } from '../../support/validators/ollama.ts';

let server: AnsweringServer;
afterEach(() => server.close());

async function serve(answer: Answer | string, path = ''): Promise<Provider> {
  const type = 'application/x-ndjson';
  server = await startAnsweringServer(() => (typeof answer === 'string' ? { type, body: answer } : answer));
  return createApiProvider(ollamaApi, {
    id: 'here',
    baseUrl: `${server.url}${path}`,
    key: null,
    fetch: createNoTimeoutFetch().fetch,
  });
}

const model = 'qwen3:8b';
const request = modelRequest({ model });
const line = (message: object, more: object = {}) => ({
  model,
  created_at: '2026-08-04T19:58:15.115854Z',
  message: { role: 'assistant', content: '', ...message },
  done: false,
  ...more,
});
const done = line({}, { done: true, done_reason: 'stop', prompt_eval_count: 26, eval_count: 298, total_duration: 5 });
const call = (name: string, args: unknown, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  function: { index: 0, name, arguments: args },
});

test(cite('PROVIDER-7', 'thinking, text and calls are read, and sent back to the same model'), async () => {
  const provider = await serve(
    lines(
      line({ thinking: 'Let me ' }),
      line({ thinking: 'see.' }),
      line({ content: 'One moment.' }),
      line({ tool_calls: [call('look', { path: 'a' }, 'call_1'), call('look', { path: 'b' }, 'call_2')] }),
      done,
    ),
  );
  const reply = await replyOf(provider, { request });
  expect(reply).toEqual({
    text: 'One moment.',
    reasoning: 'Let me see.',
    calls: [
      { id: 'call_1', name: 'look', arguments: '{"path":"a"}' },
      { id: 'call_2', name: 'look', arguments: '{"path":"b"}' },
    ],
    finishReason: 'tool_calls',
    usage: {
      inputTokens: 26,
      outputTokens: 298,
      raw: { prompt_eval_count: 26, eval_count: 298, total_duration: 5 },
    },
    model,
    providerData: { ollama: { provider: 'here', model, thinking: 'Let me see.' } },
  });
  const messages = nextMessages(reply);
  const own = provider.body({ ...request, messages }) as { messages: object[] };
  expect(ollamaViolations(own)).toEqual([]);
  expect(own.messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: 'One moment.',
      thinking: 'Let me see.',
      tool_calls: [
        { id: 'call_1', function: { name: 'look', arguments: { path: 'a' } } },
        { id: 'call_2', function: { name: 'look', arguments: { path: 'b' } } },
      ],
    },
    { role: 'tool', content: 'result 0', tool_name: 'look', tool_call_id: 'call_1' },
    { role: 'tool', content: 'result 1', tool_name: 'look', tool_call_id: 'call_2' },
  ]);
  const other = provider.body({ ...request, model: 'llama3.2', messages });
  expect(JSON.stringify(other)).not.toContain('thinking');
});

describe('the request', () => {
  test(
    cite('SEQ-7', 'names the context size, and has an oversized history rejected instead of truncated'),
    async () => {
      const provider = await serve(lines(line({ content: 'Hi.' }), done));
      await replyOf(provider, {
        request: {
          ...request,
          system: 'You help.',
          contextWindow: 32_768,
          options: { temperature: 0.2, maxOutputTokens: 500 },
        },
      });
      expect(provider.needsContextWindow).toBe(true);
      expect(server.asked).toMatchObject([{ method: 'POST', path: '/api/chat' }]);
      expect(server.asked[0]?.body).toEqual({
        model,
        messages: [
          { role: 'system', content: 'You help.' },
          { role: 'user', content: 'hello' },
        ],
        stream: true,
        truncate: false,
        shift: false,
        options: { num_ctx: 32_768, temperature: 0.2, num_predict: 500 },
      });
    },
  );

  test.each(['/v1', '/api', ''])('an address that ends with “%s” leads to the same server', async (path) => {
    await replyOf(await serve(lines(line({ content: 'Hi.' }), done), path), { request });
    expect(server.asked[0]?.path).toBe('/api/chat');
  });

  test('images are base64 next to the text, those of results after them; arguments that are not an object are kept whole', async () => {
    const provider = await serve('');
    const image = { type: 'image' as const, hash: 'h', mediaType: 'image/png', data: 'aGk=' };
    const messages: ApiMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'see' }, image] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'draw', arguments: '{"cut":' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Drawn.', images: [{ type: 'text', text: '[Image 1]' }, image] },
    ];
    const body = provider.body({ ...request, messages }) as { messages: object[] };
    expect(ollamaViolations(body)).toEqual([]);
    expect(body.messages).toEqual([
      { role: 'user', content: 'see', images: ['aGk='] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', function: { name: 'draw', arguments: { invalid_arguments: '{"cut":' } } }],
      },
      { role: 'tool', content: 'Drawn.', tool_name: 'draw', tool_call_id: 'a' },
      { role: 'assistant', content: '(The images of these results follow.)' },
      { role: 'user', content: '[Image 1]', images: ['aGk='] },
    ]);
  });

  test.each([
    ['qwen3:8b', {}, undefined],
    ['qwen3:8b', { effort: 'none' }, false],
    ['qwen3:8b', { effort: 'max' }, true],
    ['gpt-oss:20b', { effort: 'none' }, 'low'],
    ['gpt-oss:20b', { effort: 'medium' }, 'medium'],
    ['gpt-oss:20b', { effort: 'xhigh' }, 'high'],
    // A model known not to think would reject it.
    ['llama3.2', { effort: 'high' }, undefined],
    ['qwen3-coder:30b', { effort: 'high' }, undefined],
    // For an unknown name the user's choice is trusted.
    ['my-own-model', { effort: 'high' }, true],
  ] as [string, ModelOptions, unknown][])('%s with %j thinks: %s', async (name, options, think) => {
    const body = (await serve('')).body({ ...request, model: name, options });
    expect((body as { think?: unknown }).think).toBe(think);
  });

  test('no effort of any model makes a request that is rejected', async () => {
    const provider = await serve('');
    for (const name of ['qwen3:8b', 'gpt-oss:20b', 'llama3.2', 'other'])
      for (const effort of efforts)
        expect(ollamaViolations(provider.body({ ...request, model: name, options: { effort } }))).toEqual([]);
    expect(provider.abilities?.('gpt-oss:20b').efforts).toEqual(['low', 'medium', 'high']);
    expect(provider.abilities?.('llama3.2')).toMatchObject({ efforts: [], thinking: false });
  });
});

describe('the end', () => {
  test(cite('STREAM-5', 'a reply that reached the maximum tokens says so, with its calls'), async () => {
    const cut = { ...done, done_reason: 'length' };
    const reply = await replyOf(await serve(lines(line({ tool_calls: [call('look', {})] }), cut)), { request });
    expect(reply).toMatchObject({ finishReason: 'length', calls: [{ name: 'look', arguments: '{}' }] });
  });

  test.each(['load', 'unload'])('“%s” is not a reply, and can be retried', async (reason) => {
    const only = { ...done, done_reason: reason };
    expect(await failureOf(await serve(lines(only)), { request })).toMatchObject({
      code: 'LLM_EMPTY_RESPONSE',
      retryable: true,
    });
  });

  test(cite('STREAM-4', 'a stream without an end is not a reply'), async () => {
    const failure = await failureOf(await serve(lines(line({ content: 'He' }))), { request });
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'He' } });
  });

  test('calls beyond the maximum are dropped', async () => {
    const many = Array.from({ length: maxCalls + 1 }, (_, index) => call('look', { index }));
    const reply = await replyOf(await serve(lines(line({ tool_calls: many }), done)), { request });
    expect(reply.callsLeftOut).toBe(true);
    expect(reply.calls).toHaveLength(maxCalls);
  });

  test('everything in one line, without a line feed, is read, too', async () => {
    const whole = { ...done, message: { role: 'assistant', content: 'Hi.' } };
    expect(await replyOf(await serve(JSON.stringify(whole)), { request })).toMatchObject({ text: 'Hi.' });
  });
});

describe('errors', () => {
  test(cite('STREAM-6', 'in mid-stream: what arrived is kept, and it can be retried'), async () => {
    const failure = await failureOf(
      await serve(lines(line({ content: 'He' }), { error: 'model runner has unexpectedly stopped' })),
      { request },
    );
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'He' } });
    expect(failure.message).toContain('model runner has unexpectedly stopped');
  });

  test.each([
    [400, { error: 'the input length exceeds the context length' }],
    [200, { error: 'the input length exceeds the context length' }],
    [500, { error: 'context length exceeded' }],
  ])('a history that is too long, reported with %i', async (status, error) => {
    const answer = status === 200 ? lines(error) : { status, body: error };
    expect(await failureOf(await serve(answer), { request })).toMatchObject({ code: 'LLM_CONTEXT_TOO_LONG' });
  });

  test.each([
    [404, "model 'qwen3:8b' not found", 'ollama pull qwen3:8b'],
    [404, 'page not found', 'http://127.0.0.1:11434'],
    [400, 'registry.ollama.ai/library/qwen3:8b does not support tools', 'that can call tools'],
    [400, '"qwen3:8b" does not support thinking', 'effort to the default'],
  ])('%i “%s” says what to do', async (status, error, advice) => {
    const failure = await failureOf(await serve({ status, body: { error } }), { request });
    expect(failure.message).toContain(error);
    expect(failure.message).toContain(advice);
    expect(failure.message).not.toContain('/v1.');
  });
});

describe(cite('PROVIDER-2', 'its models'), () => {
  const tags = {
    models: ['qwen3:8b', 'big:70b', 'small:1b', 'vectors-like-chat:1b'].map((name) => ({ name, model: name })),
  };
  const shown: Record<string, object> = {
    'qwen3:8b': { capabilities: ['completion', 'tools', 'thinking'], model_info: { 'qwen3.context_length': 40_960 } },
    'big:70b': { capabilities: ['completion', 'vision'], model_info: { 'llama.context_length': 131_072 } },
    'small:1b': { capabilities: ['completion'], model_info: { 'general.name': 'x', 'gemma.context_length': 8_192 } },
    'vectors-like-chat:1b': { capabilities: ['embedding'], model_info: { 'bert.context_length': 512 } },
  };
  const answer =
    (running: object[]) =>
    ({ path, body }: { path: string; body: unknown }): Answer => {
      if (path === '/api/tags') return { body: tags };
      if (path === '/api/ps') return { body: { models: running } };
      const { model: named } = body as { model: string };
      return path === '/api/show' ? { body: shown[named] ?? {} } : { status: 404, body: {} };
    };
  async function listed(running: object[]) {
    server = await startAnsweringServer(answer(running));
    const at = { id: 'here', baseUrl: server.url, key: 'k', fetch: createNoTimeoutFetch().fetch };
    return okValue(await createApiProvider(ollamaApi, at).listModels(new AbortController().signal));
  }

  test("the context size is the model's, up to the default; embedding models are left out", async () => {
    expect(await listed([])).toEqual([
      { id: 'qwen3:8b', contextWindow: 32_768, tools: true, thinking: true },
      { id: 'big:70b', contextWindow: 32_768, tools: false, images: true },
      { id: 'small:1b', contextWindow: 8_192, tools: false },
    ]);
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer k']));
  });

  test('a model loaded with more keeps it; one loaded with less gets more', async () => {
    const running = [
      { name: 'qwen3:8b', context_length: 4_096 },
      { name: 'big:70b', context_length: 131_072 },
    ];
    expect(await listed(running)).toMatchObject([
      { id: 'qwen3:8b', contextWindow: 32_768, loaded: true },
      { id: 'big:70b', contextWindow: 131_072, loaded: true },
      { id: 'small:1b', contextWindow: 8_192 },
    ]);
  });

  test('an older server that reports nothing more is a list of names', async () => {
    server = await startAnsweringServer(({ path }) =>
      path === '/api/tags' ? { body: { models: [{ name: 'llama3:latest' }] } } : { status: 404, body: 'no' },
    );
    const at = { id: 'here', baseUrl: server.url, key: null, fetch: createNoTimeoutFetch().fetch };
    const models = okValue(await createApiProvider(ollamaApi, at).listModels(new AbortController().signal));
    expect(models).toEqual([{ id: 'llama3:latest', contextWindow: 32_768 }]);
  });
});
