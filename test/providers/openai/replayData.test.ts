// A reply's data besides text, thinking and calls: kept for the server that needs it back; and how servers report a
// failed reply.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AnswerServer, sse, startAnswerServer } from '../../support/answerServer.ts';
import { cite } from '../../support/cite.ts';
import { callModel, failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: AnswerServer;
beforeEach(async () => {
  server = await startAnswerServer();
});
afterEach(() => server.close());

const chunk = (delta: object, more: object = {}, event: object = {}) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
  ...event,
});
const end = (reason = 'stop', more: object = {}, event: object = {}) =>
  chunk({}, { finish_reason: reason, ...more }, event);
const serve = (...events: object[]) => {
  server.next({ body: `${sse(events)}data: [DONE]\n\n` });
  return openAiProvider(server.url);
};
const keptOf = async (...events: object[]): Promise<unknown> => {
  const { outcome } = await callModel(serve(...events), { request: modelRequest({ model: 'm' }) });
  return outcome.kind === 'reply' ? outcome.reply.providerData?.openai : outcome;
};
const own = { provider: 'test', model: 'm' };

describe(cite('PROVIDER-7', 'kept unchanged'), () => {
  test('thinking details, in pieces: by position, sealed ones complete', async () => {
    const text = (piece: string, more: object = {}) => ({
      reasoning: piece,
      reasoning_details: [{ type: 'reasoning.text', text: piece, index: 0, format: 'anthropic-claude-v1', ...more }],
    });
    const sealed = {
      type: 'reasoning.encrypted',
      data: 'c2VhbGVk',
      id: 'rs_1',
      index: 1,
      format: 'openai-responses-v1',
    };
    const { outcome, observed } = await callModel(
      serve(
        chunk(text('I ')),
        chunk(text('think.')),
        chunk({ reasoning_details: [{ type: 'reasoning.text', text: '', signature: 'c2ln', index: 0 }] }),
        chunk({ reasoning_details: [sealed] }),
        chunk({ reasoning_details: [sealed] }),
        chunk({ reasoning_details: [{ ...sealed, data: 'bW9yZQ==' }] }),
        chunk({ content: 'so' }),
        end(),
      ),
      { request: modelRequest({ model: 'm' }) },
    );
    expect(observed.reasonings.join('')).toBe('I think.');
    expect(outcome).toMatchObject({
      reply: {
        reasoning: 'I think.',
        providerData: {
          openai: {
            ...own,
            reasoning_details: [
              { type: 'reasoning.text', text: 'I think.', signature: 'c2ln', index: 0, format: 'anthropic-claude-v1' },
              sealed,
              { ...sealed, data: 'bW9yZQ==' },
            ],
          },
        },
      },
    });
  });

  test('a summary in pieces, and thinking that is only in the details', async () => {
    const piece = (summary: string) => ({ reasoning_details: [{ type: 'reasoning.summary', summary, index: 0 }] });
    const reply = await replyOf(serve(chunk(piece('Coun')), chunk(piece('ting')), chunk({ content: '2' }), end()));
    expect(reply).toMatchObject({
      reasoning: 'Counting',
      providerData: { openai: { reasoning_details: [{ type: 'reasoning.summary', summary: 'Counting', index: 0 }] } },
    });
  });

  test('details without a position continue the last of their kind', async () => {
    const piece = (text: string, type = 'reasoning.text') => chunk({ reasoning_details: [{ type, text }] });
    expect(await keptOf(piece('a'), piece('b'), piece('c', 'reasoning.other'), piece('d'), end())).toEqual({
      ...own,
      reasoning_details: [
        { type: 'reasoning.text', text: 'ab' },
        { type: 'reasoning.other', text: 'c' },
        { type: 'reasoning.text', text: 'd' },
      ],
    });
  });

  test('Mistral’s content with the thinking in it, in pieces', async () => {
    const thought = (text: string) => chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] });
    const { outcome } = await callModel(
      serve(thought('h'), thought('m'), chunk({ content: 'y' }), chunk({ content: 'es' }), end()),
      { request: modelRequest({ model: 'm' }) },
    );
    expect(outcome).toMatchObject({
      reply: {
        text: 'yes',
        reasoning: 'hm',
        providerData: {
          openai: {
            ...own,
            content: [
              { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
              { type: 'text', text: 'yes' },
            ],
          },
        },
      },
    });
  });

  test('data next to a call, and next to the message', async () => {
    const extra = { google: { thought_signature: 'c2ln' } };
    const called = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' }, extra_content: extra };
    expect(await keptOf(chunk({ tool_calls: [called], extra_content: extra }), end('tool_calls'))).toEqual({
      ...own,
      calls: { 0: extra },
      extra_content: extra,
    });
  });

  test('sources: of the answer, and of its passages', async () => {
    const cited = { type: 'url_citation', url_citation: { url: 'https://example.org/' } };
    const found = { citations: ['https://a.example/'], search_results: [{ url: 'https://a.example/', title: 'A' }] };
    expect(await keptOf(chunk({ content: 'x', annotations: [cited] }, {}, found), end())).toEqual({
      ...own,
      sources: { ...found, annotations: [cited] },
    });
  });

  test('nothing is kept for a reply without any', async () => {
    expect(await keptOf(chunk({ content: 'x', reasoning_details: [] }), end())).toBeUndefined();
  });

  test(cite('STREAM-11', 'data that is too large, or nested endlessly, is not kept'), async () => {
    const large = (at: number) =>
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x'.repeat(2_000_000), index: at }] });
    expect(await keptOf(large(0), large(1), large(2), chunk({ content: 'x' }), end())).toBeUndefined();
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const event = `data: {"choices":[{"index":0,"delta":{"content":"x","reasoning_details":[${deep}],"annotations":[${deep}]}}]}\n\n`;
    server.next({ body: `${event}${sse([end()])}` });
    expect(await replyOf(openAiProvider(server.url))).toMatchObject({ text: 'x' });
  });
});

describe(cite('STREAM-6', 'a failed reply'), () => {
  test('OpenRouter reports what the model wrote instead of a call: nothing runs, and it can be retried', async () => {
    const called = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } };
    const failure = await failureOf(
      serve(
        chunk({ content: 'so', tool_calls: [called] }),
        end('stop', { native_finish_reason: 'MALFORMED_FUNCTION_CALL' }),
      ),
    );
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'so' } });
    expect(failure.message).toContain('MALFORMED_FUNCTION_CALL');
  });

  test('its other reasons do not concern us', async () => {
    const reply = await replyOf(serve(chunk({ content: 'so' }), end('stop', { native_finish_reason: 'end_turn' })));
    expect(reply.finishReason).toBe('stop');
  });

  test('Groq shows an invalid call, in the stream and instead of one', async () => {
    const error = {
      message: 'Failed to call a function.',
      code: 'tool_use_failed',
      failed_generation: '<look>a</look>',
    };
    expect((await failureOf(serve(chunk({ content: 'so' }), { error }))).message).toContain('<look>a</look>');
    server.next({ status: 400, type: 'application/json', body: JSON.stringify({ error }) });
    expect((await failureOf(openAiProvider(server.url))).message).toContain('(<look>a</look>)');
  });

  test('the response of the server behind OpenRouter is reported', async () => {
    const error = {
      code: 429,
      message: 'Provider returned error',
      metadata: { raw: 'the model is busy', provider_name: 'X' },
    };
    const failure = await failureOf(serve(chunk({ content: '' }), { error }));
    expect(failure).toMatchObject({ code: 'LLM_RATE_LIMITED', retryable: true });
    expect(failure.message).toContain('the model is busy');
  });

  test('vLLM’s error without its own key, after a 200', async () => {
    const failure = await failureOf(serve(chunk({ content: 'so' }), { object: 'error', message: 'boom', code: 500 }));
    expect(failure).toMatchObject({ retryable: true, partial: { text: 'so' } });
  });
});

describe(cite('STREAM-5', 'calls that were cut off'), () => {
  test.each(['{"no', ''])('are reported as cut: %j', async (args) => {
    const called = { index: 0, id: 'a', function: { name: 'f', arguments: args } };
    const reply = await replyOf(serve(chunk({ tool_calls: [called] }), end('length')));
    expect(reply).toMatchObject({ finishReason: 'length', calls: [{ name: 'f', arguments: args }] });
  });
});

describe('cost', () => {
  const usages: [string, object, object][] = [
    [
      'DeepSeek',
      { prompt_tokens: 339, completion_tokens: 83, prompt_cache_hit_tokens: 320, prompt_cache_miss_tokens: 19 },
      { inputTokens: 339, cachedInputTokens: 320, outputTokens: 83 },
    ],
    [
      'OpenRouter',
      {
        prompt_tokens: 2572,
        completion_tokens: 63,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2569 },
        cost: 0.01058775,
        is_byok: false,
        server_tool_use_details: { web_search_requests: 2 },
      },
      { inputTokens: 2572, cachedInputTokens: 3, cacheWriteTokens: 2569, reportedCost: 0.01058775, webSearches: 2 },
    ],
    [
      'Perplexity',
      { prompt_tokens: 8, completion_tokens: 5, cost: { total_cost: 0.00501 } },
      { reportedCost: 0.00501 },
    ],
    [
      'xAI: thinking is counted apart',
      {
        prompt_tokens: 291,
        completion_tokens: 26,
        total_tokens: 513,
        completion_tokens_details: { reasoning_tokens: 196 },
        cost_in_usd_ticks: 1_330_500,
      },
      { inputTokens: 291, outputTokens: 222, reasoningTokens: 196, reportedCost: 0.00013305 },
    ],
    ['Together', { prompt_tokens: 41, completion_tokens: 15, cached_tokens: 7 }, { cachedInputTokens: 7 }],
    [
      'more read from the cache than there was',
      { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 64 } },
      { inputTokens: 10, cachedInputTokens: 10, clamped: true },
    ],
    [
      'more thinking than output',
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, completion_tokens_details: { reasoning_tokens: 9 } },
      { outputTokens: 4, reasoningTokens: 4, clamped: true },
    ],
  ];
  test.each(usages)('%s', async (_name, usage, expected) => {
    const reply = await replyOf(serve(chunk({ content: 'x' }), end('stop', {}, { usage })));
    expect(reply.usage).toMatchObject({ ...expected, raw: usage });
  });

  test('a free model is reported as free; a missing report does not mean free', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    expect(
      (await replyOf(serve(chunk({ content: 'x' }), end('stop', {}, { usage: { ...usage, cost: 0 } })))).usage
        ?.reportedCost,
    ).toBe(0);
    expect((await replyOf(serve(chunk({ content: 'x' }), end('stop', {}, { usage })))).usage).not.toHaveProperty(
      'reportedCost',
    );
  });
});
