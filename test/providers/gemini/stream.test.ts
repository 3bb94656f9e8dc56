// Gemini's streams, from a real socket, and the next request.

import { afterEach, describe, expect, test } from 'vitest';
import type { ModelRequest, Provider } from '../../../electron/ports/provider.ts';
import { geminiApi } from '../../../electron/providers/gemini/api.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { maxCalls } from '../../../shared/conversation/message.ts';
import { type Answer, type AnsweringServer, sse, startAnsweringServer } from '../../support/answeringServer.ts';
import { cite } from '../../support/cite.ts';
import { callModel, failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';
import { nextMessages } from '../../support/nextMessages.ts';
import { okValue } from '../../support/result.ts';
import { geminiViolations } from '../../support/validators/gemini.ts';

let server: AnsweringServer;
afterEach(() => server.close());

async function serve(answer: Answer | string): Promise<Provider> {
  server = await startAnsweringServer(() => (typeof answer === 'string' ? { body: answer } : answer));
  return createApiProvider(geminiApi, {
    id: 'google',
    baseUrl: `${server.url}/v1beta`,
    key: 'AIza-test-key',
    fetch: createNoTimeoutFetch().fetch,
  });
}

const model = 'gemini-3-flash-preview';
const request = modelRequest({ model });
const chunk = (parts: unknown[], more: object = {}, beside: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  modelVersion: model,
  responseId: 'r1',
  ...beside,
});
const stop = { finishReason: 'STOP' };
const call = (name: string, args?: object, more: object = {}) => ({
  functionCall: { name, ...(args ? { args } : {}), ...more },
});

/** The next request after a reply, as sent. */
async function next(provider: Provider, more: Partial<ModelRequest> = {}) {
  const reply = await replyOf(provider, { request: { ...request, ...more } });
  const sent = { ...request, ...more, messages: nextMessages(reply) };
  const body = provider.body(sent) as { contents: { role: string; parts: Record<string, unknown>[] }[] };
  expect(geminiViolations(JSON.parse(JSON.stringify(body)), sent.model)).toEqual([]);
  return { reply, body, contents: body.contents };
}

describe(
  cite('PROVIDER-7', "Gemini's output is sent back part by part, in order, with each signature in place"),
  () => {
    const parts = [
      { text: 'I look first.', thought: true, thoughtSignature: 'dGhvdWdodA==' },
      { text: 'One ' },
      { text: 'moment.', thoughtSignature: 'b24gdGV4' },
      { executableCode: { code: 'print(1)', language: 'PYTHON' }, thoughtSignature: 'Y29kZQ==' },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
      { ...call('look', { path: 'a', deep: { list: [1, null] } }, { id: 'g1' }), thoughtSignature: 'Y2FsbA==' },
      call('look', { path: 'b' }, { id: 'g2' }),
      { text: '', thoughtSignature: 'ZW5k' },
    ];

    test('thoughts, text, code, calls and an empty last text', async () => {
      const provider = await serve(sse(...parts.map((part) => chunk([part])), chunk([], stop)));
      const { reply, contents } = await next(provider);
      expect(reply).toMatchObject({
        text: 'One moment.',
        reasoning: 'I look first.',
        calls: [
          { id: 'g1', name: 'look', arguments: '{"path":"a","deep":{"list":[1,null]}}' },
          { id: 'g2', name: 'look', arguments: '{"path":"b"}' },
        ],
        finishReason: 'tool_calls',
      });
      expect(contents[1]).toEqual({ role: 'model', parts });
      expect(contents[2]).toEqual({
        role: 'user',
        parts: ['g1', 'g2'].map((id, index) => ({
          functionResponse: { id, name: 'look', response: { output: `result ${index}` } },
        })),
      });
    });

    test('pieces of one text become one, signed ones stay separate', async () => {
      const pieces = ['He', 'llo', ' you'].map((text) => chunk([{ text }]));
      const signed = chunk([{ text: '.', thoughtSignature: 'c2ln' }], stop);
      const { contents } = await next(await serve(sse(...pieces, signed)));
      expect(contents[1]?.parts).toEqual([{ text: 'Hello you' }, { text: '.', thoughtSignature: 'c2ln' }]);
    });

    test('an empty text without a signature is dropped: it would be rejected', async () => {
      const { contents } = await next(
        await serve(sse(chunk([call('look', {}, { id: 'x' })]), chunk([{ text: '' }], stop))),
      );
      expect(contents[1]?.parts).toEqual([
        { ...call('look', {}, { id: 'x' }), thoughtSignature: 'skip_thought_signature_validator' },
      ]);
    });

    test('another model, another provider and a changed message get plain parts', async () => {
      const provider = await serve(sse(chunk([parts[2], parts[5]], stop)));
      const reply = await replyOf(provider, { request });
      const plain = [
        { text: 'moment.' },
        {
          functionCall: { name: 'look', args: { path: 'a', deep: { list: [1, null] } } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
      ];
      const messages = nextMessages(reply);
      const bodyOf = (changed: Partial<ModelRequest>) =>
        (provider.body({ ...request, messages, ...changed }) as { contents: { parts: unknown[] }[] }).contents[1]
          ?.parts;
      expect(bodyOf({})).toEqual([parts[2], parts[5]]);
      expect(bodyOf({ model: 'gemini-3.1-pro-preview' })).toEqual(plain);
      // Version 2 knows no signatures.
      expect(bodyOf({ model: 'gemini-2.5-pro' })).toEqual([plain[0], { functionCall: plain[1]?.functionCall }]);
      const edited = messages.map((message) =>
        message.role === 'assistant' ? { ...message, content: 'something else' } : message,
      );
      expect(bodyOf({ messages: edited })).toEqual([{ text: 'something else' }, plain[1]]);
    });
  },
);

describe('calls', () => {
  test(cite('STREAM-1', 'arguments in pieces, each at its path, are one object'), async () => {
    const piece = (path: string, value: object) => ({
      partialArgs: [{ jsonPath: path, ...value }],
      willContinue: true,
    });
    const provider = await serve(
      sse(
        chunk([{ ...call('edit', undefined, { willContinue: true }), thoughtSignature: 'c2ln' }]),
        chunk([{ functionCall: piece('$.files[0].path', { stringValue: 'a.', willContinue: true }) }]),
        chunk([{ functionCall: piece('$.files[0].path', { stringValue: 'txt' }) }]),
        chunk([{ functionCall: piece("$.files[0]['old text']", { stringValue: '' }) }]),
        chunk([
          { functionCall: piece('$.count', { numberValue: 2 }) },
          { functionCall: piece('$.dry', { boolValue: true }) },
        ]),
        chunk([{ functionCall: piece('$.__proto__.x', { nullValue: 'NULL_VALUE' }) }]),
        chunk([{ functionCall: {} }]),
        chunk([call('look')]),
        chunk([{ text: '' }], stop),
      ),
    );
    const { reply, contents } = await next(provider);
    expect(reply.calls).toEqual([
      {
        id: '',
        name: 'edit',
        arguments: '{"files":[{"path":"a.txt","old text":""}],"count":2,"dry":true,"__proto__":{"x":null}}',
      },
      { id: '', name: 'look', arguments: '{}' },
    ]);
    expect(contents[1]?.parts).toHaveLength(2);
    expect(contents[1]?.parts[0]).toMatchObject({ thoughtSignature: 'c2ln', functionCall: { name: 'edit' } });
  });

  test('a call whose arguments never end is not run', async () => {
    const open = chunk([call('edit', undefined, { willContinue: true })]);
    const failure = await failureOf(await serve(sse(open, chunk([], stop))), { request });
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true });
  });

  test('calls beyond the maximum are dropped, from the reply and from what is sent back', async () => {
    const many = Array.from({ length: maxCalls + 3 }, (_, index) => call('look', { index }, { id: `g${index}` }));
    const { reply, contents } = await next(await serve(sse(chunk(many), chunk([], stop))));
    expect(reply).toMatchObject({ callsLeftOut: true });
    expect(reply.calls).toHaveLength(maxCalls);
    expect(contents[1]?.parts).toHaveLength(maxCalls);
  });

  test('the first of several candidates counts', async () => {
    const two = {
      candidates: [
        { index: 1, content: { parts: [{ text: 'no' }] } },
        { index: 0, content: { parts: [{ text: 'yes' }] }, finishReason: 'STOP' },
      ],
    };
    expect(await replyOf(await serve(sse(two)), { request })).toMatchObject({ text: 'yes', finishReason: 'stop' });
  });

  test('a list of all chunks instead of a stream is read, too', async () => {
    const list = JSON.stringify([chunk([{ text: 'He' }]), chunk([{ text: 'llo' }], stop)], null, 2);
    expect(await replyOf(await serve({ type: 'application/json', body: list }), { request })).toMatchObject({
      text: 'Hello',
    });
  });
});

describe('an invalid reply', () => {
  test.each([
    ['MALFORMED_FUNCTION_CALL', 'Malformed function call: print(look())'],
    ['UNEXPECTED_TOOL_CALL', ''],
    ['TOO_MANY_TOOL_CALLS', ''],
    ['MISSING_THOUGHT_SIGNATURE', ''],
    ['OTHER', ''],
  ])(cite('STREAM-5', '%s can be retried, and none of its calls runs'), async (finishReason, finishMessage) => {
    const bad = chunk([call('look', {})], { finishReason, finishMessage });
    const { outcome } = await callModel(await serve(sse(bad)), { request });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'LLM_BAD_RESPONSE', retryable: true } });
    const { message } = (outcome as { failure: { message: string } }).failure;
    expect(message).toContain(finishReason);
    expect(message).toContain(finishMessage);
  });

  test('STOP without a part is empty, and can be retried', async () => {
    const failure = await failureOf(await serve(sse(chunk([], stop))), { request });
    expect(failure).toMatchObject({ code: 'LLM_EMPTY_RESPONSE', retryable: true });
    expect(failure.message).toContain('“STOP”');
  });

  test('all of its tokens spent on thinking: not retried unchanged', async () => {
    const failure = await failureOf(await serve(sse(chunk([], { finishReason: 'MAX_TOKENS' }))), { request });
    expect(failure).toMatchObject({ code: 'LLM_EMPTY_RESPONSE', retryable: false });
  });

  test('a blocked request says why', async () => {
    const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'Too rude.' } };
    const failure = await failureOf(await serve(sse(blocked)), { request });
    expect(failure).toMatchObject({ code: 'LLM_CONTENT_FILTER', retryable: false });
    expect(failure.message).toContain('PROHIBITED_CONTENT: Too rude.');
  });

  test('a filtered reply says why, and its calls are not run', async () => {
    const filtered = chunk([{ text: 'Well' }, call('look', {})], {
      finishReason: 'SAFETY',
      finishMessage: 'Dangerous.',
    });
    const failure = await failureOf(await serve(sse(filtered)), { request });
    expect(failure).toMatchObject({ code: 'LLM_CONTENT_FILTER', partial: { text: 'Well' } });
    expect(failure.message).toContain('SAFETY: Dangerous.');
  });

  test('an unusual end after text alone is a reply with its own finish reason', async () => {
    const odd = chunk([{ text: 'Here.' }], { finishReason: 'SOMETHING_NEW' });
    expect(await replyOf(await serve(sse(odd)), { request })).toMatchObject({
      text: 'Here.',
      finishReason: 'something_new',
    });
  });

  test('an error in mid-stream', async () => {
    const error = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };
    const failure = await failureOf(await serve(sse(chunk([{ text: 'He' }]), error)), { request });
    expect(failure).toMatchObject({ status: 503, retryable: true, partial: { text: 'He' } });
  });
});

describe('rejections', () => {
  const refused = (status: number, error: object): Answer => ({
    status,
    body: [{ error: { code: status, ...error } }],
  });

  test('an unknown key', async () => {
    const error = { message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' };
    expect(await failureOf(await serve(refused(400, error)), { request })).toMatchObject({ code: 'LLM_AUTH_FAILED' });
  });

  test(cite('STREAM-6', 'a temporary quota is waited for as requested'), async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }];
    const error = { message: 'You exceeded your current quota, please check your plan.', details };
    expect(await failureOf(await serve(refused(429, error)), { request })).toMatchObject({
      code: 'LLM_RATE_LIMITED',
      retryable: true,
      retryAfterMs: 34_400,
    });
  });

  test('a missing model, without advice about the address', async () => {
    const error = { message: 'models/gemini-x is not found for API version v1beta', status: 'NOT_FOUND' };
    const failure = await failureOf(await serve(refused(404, error)), { request });
    expect(failure.message).toContain('Choose another model');
    expect(failure.message).not.toContain('/v1.');
  });

  test('a history that is too long names the context size', async () => {
    const message = 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
    expect(await failureOf(await serve(refused(400, { message })), { request })).toMatchObject({
      code: 'LLM_CONTEXT_TOO_LONG',
      contextWindow: 1_048_576,
    });
  });
});

test(
  cite('STREAM-7', 'usage: thinking is counted apart from the output, and what tools read apart from the prompt'),
  async () => {
    const usageMetadata = {
      promptTokenCount: 89,
      cachedContentTokenCount: 64,
      candidatesTokenCount: 30,
      thoughtsTokenCount: 91,
      toolUsePromptTokenCount: 112,
      totalTokenCount: 322,
    };
    const grounding = {
      webSearchQueries: ['a', 'b'],
      groundingChunks: [{ web: { uri: 'https://x.example', title: 'X' } }],
    };
    const last = chunk([{ text: 'Yes.' }], { ...stop, groundingMetadata: grounding }, { usageMetadata });
    const reply = await replyOf(await serve(sse(chunk([{ text: '' }], {}, { usageMetadata: {} }), last)), { request });
    expect(reply.usage).toEqual({
      inputTokens: 201,
      cachedInputTokens: 64,
      outputTokens: 121,
      reasoningTokens: 91,
      webSearches: 2,
      raw: usageMetadata,
    });
    expect(reply.providerData).toMatchObject({ gemini: { groundingMetadata: grounding } });
  },
);

test('its model list: models that generate text, by name only', async () => {
  const listed = {
    models: [
      {
        name: 'models/gemini-2.5-pro',
        inputTokenLimit: 1_048_576,
        supportedGenerationMethods: ['generateContent'],
        thinking: true,
      },
      { name: 'models/gemini-embedding-001', inputTokenLimit: 2048, supportedGenerationMethods: ['embedContent'] },
    ],
  };
  const models = okValue(await (await serve({ body: listed })).listModels(new AbortController().signal));
  expect(models).toEqual([{ id: 'gemini-2.5-pro', contextWindow: 1_048_576, thinking: true }]);
  expect(server.asked[0]).toMatchObject({
    path: '/v1beta/models?pageSize=1000',
    headers: { 'x-goog-api-key': 'AIza-test-key' },
  });
});

test('the request goes to the model’s own URL, with the key only in a header', async () => {
  await replyOf(await serve(sse(chunk([{ text: 'Hi.' }], stop))), {
    request: { ...request, model: 'models/gemini-2.5-flash' },
  });
  expect(server.asked[0]?.path).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
  expect(JSON.stringify(server.asked[0]?.body)).not.toContain('AIza');
});
