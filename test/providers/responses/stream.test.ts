// A Responses stream becomes one reply, in whatever form the server sends it.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { responsesApi } from '../../../electron/providers/responses/api.ts';
import { maxCalls } from '../../../shared/conversation/message.ts';
import { type AnswerServer, sse, startAnswerServer } from '../../support/answerServer.ts';
import { cite } from '../../support/cite.ts';
import { callModel, failureOf, replyOf } from '../../support/modelCall.ts';

let server: AnswerServer;
beforeEach(async () => {
  server = await startAnswerServer();
});
afterEach(() => server.close());

const provider = () =>
  createApiProvider(responsesApi, {
    id: 'own',
    baseUrl: server.url,
    key: 'sk-test',
    fetch: createNoTimeoutFetch().fetch,
  });
const serve = (...events: object[]) => {
  server.next({ body: sse(events) });
  return provider();
};

const started = { type: 'response.created', response: { id: 'resp_1', model: 'gpt-5.4-2026', status: 'in_progress' } };
const ended = (fields: object = {}) => ({
  type: 'response.completed',
  response: { id: 'resp_1', object: 'response', model: 'gpt-5.4-2026', status: 'completed', output: [], ...fields },
});
const added = (at: number, item: object) => ({ type: 'response.output_item.added', output_index: at, item });
const done = (at: number, item: object) => ({ type: 'response.output_item.done', output_index: at, item });
const words = (at: number, delta: string) => ({
  type: 'response.output_text.delta',
  output_index: at,
  content_index: 0,
  delta,
  obfuscation: 'xxxx',
});
const message = (text: string, fields: object = {}) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...fields,
});
const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' };
const call = (id: string, args: string, fields: object = {}) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'look',
  arguments: args,
  status: 'completed',
  ...fields,
});

test(
  cite('PROVIDER-7', 'thinking, text and calls are read, and every item is kept unchanged and in order'),
  async () => {
    const items = [
      {
        ...sealed,
        summary: [
          { type: 'summary_text', text: 'First.' },
          { type: 'summary_text', text: 'Then.' },
        ],
      },
      message('Let me look.', { phase: 'commentary', something_new: 1 }),
      call('c1', '{"path":"ü"}'),
    ];
    const { outcome, observed } = await callModel(
      serve(
        started,
        added(0, { ...sealed, encrypted_content: '' }),
        { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0 },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'First.' },
        { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1 },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'Then.' },
        done(0, items[0] as object),
        added(1, message('')),
        words(1, 'Let me '),
        words(1, 'look.'),
        done(1, items[1] as object),
        added(2, call('c1', '')),
        { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"path":' },
        { type: 'response.function_call_arguments.delta', output_index: 2, delta: '"ü"}' },
        { type: 'response.function_call_arguments.done', output_index: 2, arguments: '{"path":"ü"}' },
        done(2, items[2] as object),
        ended({ output: items }),
      ),
    );
    expect(outcome).toMatchObject({
      kind: 'reply',
      response: { id: 'resp_1' },
      reply: {
        text: 'Let me look.',
        reasoning: 'First.\n\nThen.',
        calls: [{ id: 'c1', name: 'look', arguments: '{"path":"ü"}' }],
        finishReason: 'tool_calls',
        model: 'gpt-5.4-2026',
        providerData: { responses: { provider: 'own', model: 'fake-model', items } },
      },
    });
    expect(observed.texts.join('')).toBe('Let me look.');
    expect(observed.reasonings.join('')).toBe('First.\n\nThen.');
    expect(observed.calls.at(-1)).toEqual([0, 'look', 12]);
  },
);

describe(cite('STREAM-2', 'in whatever form'), () => {
  const both = [
    { id: 'c1', name: 'look', arguments: '{"a":1}' },
    { id: 'c2', name: 'look', arguments: '{"b":2}' },
  ];
  const cases: [string, object[]][] = [
    ['arguments only when the item is done', [done(0, call('c1', '{"a":1}')), done(1, call('c2', '{"b":2}')), ended()]],
    [
      'arguments only in the event that ends them',
      [
        added(0, call('c1', '')),
        { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}' },
        added(1, call('c2', '')),
        { type: 'response.function_call_arguments.done', output_index: 1, arguments: '{"b":2}' },
        ended(),
      ],
    ],
    [
      'the second before the first, and in turns',
      [
        added(1, call('c2', '')),
        added(0, call('c1', '')),
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"b"' },
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":1}' },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: ':2}' },
        ended(),
      ],
    ],
    [
      'one place for all',
      [
        added(0, call('c1', '')),
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":1}' },
        done(0, call('c1', '{"a":1}')),
        added(0, call('c2', '')),
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"b":2}' },
        done(0, call('c2', '{"b":2}')),
        ended(),
      ],
    ],
    [
      'no places, ids only',
      [
        { type: 'response.output_item.added', item: call('c1', '') },
        { type: 'response.output_item.added', item: call('c2', '') },
        { type: 'response.function_call_arguments.delta', item_id: 'fc_c1', delta: '{"a":1}' },
        { type: 'response.function_call_arguments.delta', item_id: 'fc_c2', delta: '{"b":2}' },
        ended(),
      ],
    ],
    ['only at the end', [ended({ output: [call('c1', '{"a":1}'), call('c2', '{"b":2}')] })]],
    [
      'arguments as an object',
      [done(0, call('c1', '', { arguments: { a: 1 } })), done(1, call('c2', '{"b":2}')), ended()],
    ],
  ];
  test.each(cases)('%s', async (_name, events) => {
    const reply = await replyOf(serve(started, ...events));
    expect(reply.calls).toEqual(both);
    expect(reply.providerData).toMatchObject({
      responses: { items: both.map(({ id, arguments: given }) => ({ call_id: id, arguments: given })) },
    });
  });
});

test(cite('STREAM-2', 'only the first 128 of too many calls are used, which is reported'), async () => {
  const many = Array.from({ length: maxCalls + 2 }, (_, at) => done(at, call(`c${at}`, '{}')));
  const reply = await replyOf(serve(started, ...many, ended()));
  expect(reply.calls).toHaveLength(maxCalls);
  expect(reply.callsLeftOut).toBe(true);
});

test('a custom tool call is a call', async () => {
  const custom = {
    type: 'custom_tool_call',
    id: 'ctc_1',
    call_id: 'c1',
    name: 'sql',
    input: 'SELECT 1',
    status: 'completed',
  };
  const events = [
    added(0, { ...custom, input: '' }),
    { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'SELECT' },
    { type: 'response.custom_tool_call_input.done', output_index: 0, input: 'SELECT 1' },
    done(0, custom),
  ];
  const reply = await replyOf(serve(started, ...events, ended()));
  expect(reply.calls).toEqual([{ id: 'c1', name: 'sql', arguments: 'SELECT 1' }]);
});

test(cite('STREAM-8', 'unsealed thinking is shown once, though its summary is sent too'), async () => {
  const item = {
    type: 'reasoning',
    id: 'r',
    content: [{ type: 'reasoning_text', text: 'I think.' }],
    summary: [{ type: 'summary_text', text: 'Thought.' }],
  };
  const reply = await replyOf(
    serve(
      started,
      added(0, { type: 'reasoning', id: 'r', summary: [] }),
      { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'I think.' },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'Thought.' },
      done(0, item),
      done(1, message('Yes.')),
      ended(),
    ),
  );
  expect(reply).toMatchObject({ reasoning: 'I think.', text: 'Yes.' });
});

test('two messages are two paragraphs; a refusal is text; sources stay in the items', async () => {
  const cited = { type: 'url_citation', url: 'https://example.org/', title: 'Example', start_index: 0, end_index: 3 };
  const found = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } };
  const answer = message('Found.', { content: [{ type: 'output_text', text: 'Found.', annotations: [cited] }] });
  const { outcome, observed } = await callModel(
    serve(
      started,
      done(0, message('Looking.')),
      added(1, { ...found, status: 'in_progress' }),
      { type: 'response.web_search_call.searching', output_index: 1 },
      done(1, found),
      words(2, 'Found.'),
      { type: 'response.output_text.annotation.added', output_index: 2, annotation: cited },
      done(2, answer),
      { type: 'response.refusal.delta', output_index: 3, delta: 'No.' },
      done(3, message('', { content: [{ type: 'refusal', refusal: 'No.' }] })),
      ended({ usage: { input_tokens: 9, output_tokens: 3 } }),
    ),
  );
  expect(outcome).toMatchObject({
    kind: 'reply',
    reply: {
      text: 'Looking.\n\nFound.\n\nNo.',
      usage: { inputTokens: 9, outputTokens: 3, webSearches: 1 },
      providerData: { responses: { items: [{}, found, answer, {}] } },
    },
  });
  expect(observed.texts.join('')).toBe('Looking.\n\nFound.\n\nNo.');
});

test(cite('STREAM-7', 'unknown events, padding, and values of another kind do no harm'), async () => {
  const reply = await replyOf(
    serve(
      { type: 'keepalive' },
      { type: 'toString' },
      started,
      { type: 'response.output_item.added', output_index: 'x', item: null },
      { type: 'response.output_item.done', item: 7 },
      { type: 'response.something_new.delta', output_index: 0, delta: 'no' },
      { type: 'response.output_text.delta', output_index: 0, delta: 7 },
      words(0, 'yes'),
      done(0, message('yes')),
      ended({ usage: { input_tokens: 'NaN', output_tokens: -1 } }),
    ),
  );
  expect(reply).toMatchObject({ text: 'yes', usage: null });
});

test('a server that does not stream: its one value is the reply', async () => {
  const output = [sealed, message('hi')];
  server.next({
    type: 'application/json',
    body: JSON.stringify({ ...ended({ output }).response, usage: { input_tokens: 1 } }),
  });
  const reply = await replyOf(provider());
  expect(reply).toMatchObject({
    text: 'hi',
    usage: { inputTokens: 1 },
    providerData: { responses: { items: output } },
  });
});

describe(cite('STREAM-5', 'endings'), () => {
  test('cut at the token limit: calls are reported as cut, and the items are marked', async () => {
    const reply = await replyOf(
      serve(
        started,
        added(0, call('c1', '', { status: 'in_progress' })),
        {
          type: 'response.function_call_arguments.delta',
          output_index: 0,
          delta: '{"pa',
        },
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
        },
      ),
    );
    expect(reply).toMatchObject({
      finishReason: 'length',
      calls: [{ id: 'c1', arguments: '{"pa' }],
      providerData: { responses: { status: 'incomplete' } },
    });
  });

  test('by a filter', async () => {
    const failure = await failureOf(
      serve(started, words(0, 'so'), {
        type: 'response.incomplete',
        response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      }),
    );
    expect(failure).toMatchObject({ code: 'LLM_CONTENT_FILTER', retryable: false, partial: { text: 'so' } });
  });

  test('the connection closes early: no reply, and it can be retried', async () => {
    const failure = await failureOf(serve(started, words(0, 'half')));
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'half' } });
  });

  test('nothing is awaited after the end', async () => {
    const late = { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } };
    server.next({ body: sse([started, done(0, message('hi')), ended(), late]) });
    expect(await replyOf(provider())).toMatchObject({ text: 'hi' });
  });
});

describe(cite('STREAM-6', 'an error in the middle of a stream'), () => {
  const failed = (error: unknown) => ({ type: 'response.failed', response: { status: 'failed', error } });
  const cases: [string, object, object][] = [
    [
      'a rate limit',
      failed({ code: 'rate_limit_exceeded', message: 'Slow down.' }),
      { code: 'LLM_RATE_LIMITED', retryable: true },
    ],
    [
      'a quota, in the event before',
      { type: 'error', error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded it.' } },
      { code: 'LLM_QUOTA_EXCEEDED', retryable: false },
    ],
    [
      'a flat event',
      { type: 'error', code: 'rate_limit_exceeded', message: 'Slow down.', param: null },
      { code: 'LLM_RATE_LIMITED', retryable: true },
    ],
    ['its own fault', failed({ code: 'server_error', message: 'Sorry.' }), { retryable: true }],
    [
      'too long a history',
      failed({ code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }),
      { code: 'LLM_CONTEXT_TOO_LONG', retryable: false },
    ],
    ['without a word', failed(null), { code: 'LLM_BAD_RESPONSE' }],
    ['vLLM', { object: 'error', message: 'boom', code: 500 }, { retryable: true }],
  ];
  test.each(cases)('%s', async (_name, event, expected) => {
    const failure = await failureOf(serve(started, words(0, 'so far'), event));
    expect(failure).toMatchObject({ ...expected, partial: { text: 'so far' } });
  });
});

test(cite('STREAM-11', 'endless items without text are neither read forever nor kept'), {
  tags: ['all'],
}, async () => {
  const large = { type: 'image_generation_call', id: 'ig', status: 'completed', result: 'x'.repeat(3_000_000) };
  const events = Array.from({ length: 6 }, (_, at) => done(at, large));
  const reply = await replyOf(serve(started, ...events, done(6, message('drawn')), ended()));
  expect(reply.text).toBe('drawn');
  expect(reply.providerData).toBeUndefined();
  const many = Array.from({ length: 2000 }, (_, at) => done(at, { ...sealed, id: `rs_${at}` }));
  expect(
    (await replyOf(serve(started, ...many, done(2000, message('x')), ended({ output: [message('late')] }))))
      .providerData,
  ).toBeUndefined();
});

test('endless nesting is not kept', async () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  server.next({
    body: `data: {"type":"response.output_item.done","output_index":0,"item":{"type":"web_search_call","id":"ws","action":${deep}}}\n\n${sse([done(1, message('ok')), ended()])}`,
  });
  const reply = await replyOf(provider());
  expect(reply.text).toBe('ok');
  expect(reply.providerData).toBeUndefined();
});

describe('cost', () => {
  const usages: [string, object, object][] = [
    [
      'OpenAI',
      {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 40, cache_write_tokens: 20 },
        output_tokens: 30,
        output_tokens_details: { reasoning_tokens: 10 },
        total_tokens: 130,
      },
      { inputTokens: 100, cachedInputTokens: 40, cacheWriteTokens: 20, outputTokens: 30, reasoningTokens: 10 },
    ],
    [
      'xAI: ticks of dollars',
      { input_tokens: 199, output_tokens: 82, cost_in_usd_ticks: 37_756_000 },
      { reportedCost: 0.0037756 },
    ],
    ['OpenRouter', { input_tokens: 17, output_tokens: 9, cost: 3.55e-5, is_byok: false }, { reportedCost: 3.55e-5 }],
    [
      'OpenRouter, with a key of one’s own',
      {
        input_tokens: 17,
        output_tokens: 9,
        cost: 0.25,
        is_byok: true,
        cost_details: { upstream_inference_cost: 0.5 },
      },
      { reportedCost: 0.75 },
    ],
    [
      'more read from the cache than there was',
      { input_tokens: 10, input_tokens_details: { cached_tokens: 64 }, output_tokens: 1 },
      { inputTokens: 10, cachedInputTokens: 10, clamped: true },
    ],
  ];
  test.each(usages)('%s', async (_name, usage, expected) => {
    const reply = await replyOf(serve(started, done(0, message('x')), ended({ usage })));
    expect(reply.usage).toMatchObject({ ...expected, raw: usage });
  });
});
