// Requests to Responses: replies unchanged for the model that wrote them, in the neutral format for all others; and
// options by model and server.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { responsesApi } from '../../../electron/providers/responses/api.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { type AnswerServer, sse, startAnswerServer } from '../../support/answerServer.ts';
import { cite } from '../../support/cite.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';
import { openAiResponsesViolations } from '../../support/validators/openAiResponses.ts';

let server: AnswerServer;
beforeEach(async () => {
  server = await startAnswerServer();
});
afterEach(() => server.close());

const provider = (id = 'own', baseUrl = server.url) =>
  createApiProvider(responsesApi, { id, baseUrl, key: 'sk-test', fetch: createNoTimeoutFetch().fetch });
const openai = 'https://api.openai.com/v1';
const bodyOf = (request: Partial<ModelRequest>, baseUrl = openai, id = 'own'): Record<string, unknown> =>
  JSON.parse(JSON.stringify(provider(id, baseUrl).body(modelRequest(request)))) as Record<string, unknown>;

const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk', status: 'completed' };
const searched = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } };
const cited = { type: 'url_citation', url: 'https://example.org/', title: 'E', start_index: 0, end_index: 3 };
const said = {
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  phase: 'commentary',
  content: [{ type: 'output_text', text: 'Let me look.', annotations: [cited], logprobs: [] }],
};
const asked = {
  type: 'function_call',
  id: 'fc_1',
  status: 'completed',
  call_id: 'c1',
  name: 'look',
  arguments: '{"path": "ü"}',
};
const own = (fields: object = {}) => ({
  responses: { provider: 'own', model: 'gpt-5.4', items: [sealed, searched, said, asked], ...fields },
});
const history = (reply: object = {}): ApiMessage[] => [
  { role: 'user', content: 'see' },
  {
    role: 'assistant',
    content: 'Let me look.',
    tool_calls: [call('c1', 'look', '{"path": "ü"}')],
    reasoning: 'hm',
    providerData: own(),
    ...reply,
  },
  { role: 'tool', tool_call_id: 'c1', content: 'A' },
];
const neutral = [
  { role: 'assistant', content: 'Let me look.' },
  { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"path": "ü"}' },
];
const inputOf = (messages: ApiMessage[], model = 'gpt-5.4', baseUrl = openai, id = 'own'): unknown[] => {
  const body = bodyOf({ model, messages }, baseUrl, id);
  expect(openAiResponsesViolations(body)).toEqual([]);
  return (body.input as unknown[]).slice(1, -1);
};

describe(cite('PROVIDER-7', 'a reply is sent back unchanged'), () => {
  test('to the model that wrote it, in order, without IDs that are not stored', () => {
    expect(inputOf(history())).toEqual([
      { type: 'reasoning', summary: [], encrypted_content: 'c2VhbGVk' },
      searched,
      {
        type: 'message',
        role: 'assistant',
        phase: 'commentary',
        content: [{ type: 'output_text', text: 'Let me look.', annotations: [cited] }],
      },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"path": "ü"}' },
    ]);
  });

  test('streamed items are sent back byte for byte', async () => {
    const items = [sealed, said, asked];
    const events = items.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item }));
    server.next({
      body: sse([...events, { type: 'response.completed', response: { status: 'completed', output: items } }]),
    });
    const reply = await replyOf(provider(), { request: modelRequest({ model: 'gpt-5.4' }) });
    const messages = history({ providerData: reply.providerData });
    const first = JSON.stringify(provider().body(modelRequest({ model: 'gpt-5.4', messages })));
    const longer = [
      ...messages,
      { role: 'assistant' as const, content: 'Seen.' },
      { role: 'user' as const, content: 'ok' },
    ];
    const next = provider().body(modelRequest({ model: 'gpt-5.4', messages: longer })) as { input: unknown[] };
    const before = (JSON.parse(first) as { input: unknown[] }).input;
    expect(JSON.stringify(next.input.slice(0, before.length))).toBe(JSON.stringify(before));
  });

  test.each<[string, object]>([
    ['another provider’s', { providerData: { responses: { ...own().responses, provider: 'other' } } }],
    ['another model’s', { providerData: own({ model: 'gpt-5.5' }) }],
    ['one that was broken off', { providerData: own({ status: 'incomplete' }) }],
    ['one whose last item was', { providerData: own({ items: [sealed, said, { ...asked, status: 'incomplete' }] }) }],
    [
      'one with a call that nobody here can answer',
      { providerData: own({ items: [sealed, said, asked, { type: 'shell_call', call_id: 'x' }] }) },
    ],
    ['one that only thought', { providerData: own({ items: [sealed] }) }],
    ['items that are none', { providerData: own({ items: [sealed, said, asked, null] }) }],
    ['no list', { providerData: own({ items: 'none' }) }],
    ['the older form', { providerData: { responses: { provider: 'own', model: 'gpt-5.4', reasoning: [sealed] } } }],
  ])('in the neutral format and without its thinking: %s', (_name, reply) => {
    expect(inputOf(history(reply))).toEqual(neutral);
  });

  test('in the neutral format: its text was changed, or masked', () => {
    expect(inputOf(history({ content: 'Let me see.' }))).toEqual([
      { role: 'assistant', content: 'Let me see.' },
      neutral[1],
    ]);
  });

  test('in the neutral format: a call has another ID or other arguments now', () => {
    for (const [id, args] of [
      ['c1', '{}'],
      ['c9', '{"path": "ü"}'],
    ] as const) {
      const messages = history({ tool_calls: [call(id, 'look', args)] });
      messages[2] = { role: 'tool', tool_call_id: id, content: 'A' };
      expect(JSON.stringify(inputOf(messages))).not.toContain('c2VhbGVk');
    }
  });

  test('a hidden reply reveals none of its thinking', () => {
    const reply = assistantMessage('Let me look.', [call('c1', 'look', '{"path": "ü"}')], { providerData: own() });
    const branch = conversationOf([userMessage('see'), reply, toolMessage('c1', 'A')]);
    const { messages } = toApiMessages(branch, { marks: { [messageIdAt(1)]: { hidden: true, at: '' } } });
    const sent = JSON.stringify(bodyOf({ model: 'gpt-5.4', messages }));
    expect(sent).not.toContain('c2VhbGVk');
    expect(sent).not.toContain('Let me look.');
    expect(sent).toContain('function_call_output');
  });

  test('thinking without its following item is left out; behind OpenRouter it may come last', () => {
    const last = { ...sealed, id: 'rs_9', format: 'google-gemini-v1' };
    const messages = history({ providerData: own({ items: [said, asked, last] }) });
    expect(inputOf(messages)).toHaveLength(2);
    expect((bodyOf({ model: 'gpt-5.4', messages }, 'https://openrouter.ai/api/v1').input as unknown[])[3]).toEqual({
      type: 'reasoning',
      format: 'google-gemini-v1',
      summary: [],
      encrypted_content: 'c2VhbGVk',
    });
  });

  test('unsealed thinking is sent back where it is read, and dropped for a server that would look it up', () => {
    const open = { type: 'reasoning', id: '86aa-956f', summary: [], content: [{ type: 'reasoning_text', text: 'hm' }] };
    const messages = history({ providerData: own({ items: [open, said, asked] }) });
    expect(inputOf(messages)).toHaveLength(2);
    const [, first] = bodyOf({ model: 'gpt-5.4', messages }, 'https://api.deepseek.com').input as unknown[];
    expect(first).toEqual(open);
  });

  test('DeepSeek: all calls of a reply, then all results', () => {
    const second = { ...asked, id: 'fc_2', call_id: 'c2' };
    const messages = history({
      tool_calls: [call('c1', 'look', '{"path": "ü"}'), call('c2', 'look', '{"path": "ü"}')],
      providerData: own({ items: [asked, said, second] }),
    });
    messages.push({ role: 'tool', tool_call_id: 'c2', content: 'B' });
    const types = (bodyOf({ model: 'gpt-5.4', messages }, 'https://api.deepseek.com').input as { type?: string }[]).map(
      (item) => item.type,
    );
    expect(types).toEqual([
      undefined,
      'message',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ]);
  });

  test("a custom tool's result is a custom tool result", () => {
    const custom = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'sql', input: 'SELECT 1' };
    const messages = history({
      content: null,
      tool_calls: [call('c1', 'sql', 'SELECT 1')],
      providerData: own({ items: [sealed, custom] }),
    });
    const body = bodyOf({ model: 'gpt-5.4', messages });
    expect(openAiResponsesViolations(body)).toEqual([]);
    expect((body.input as unknown[]).slice(2)).toEqual([
      { type: 'custom_tool_call', call_id: 'c1', name: 'sql', input: 'SELECT 1' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'A' },
    ]);
  });
});

describe(cite('SEQ-3', 'arguments that are not an object'), () => {
  const broken = '{"path": "ü';
  const held = JSON.stringify({ invalid_arguments: broken });
  const asOwn = { providerData: own({ items: [{ ...asked, arguments: broken }] }), content: null };

  test.each([
    [openai, broken],
    ['https://openrouter.ai/api/v1', held],
    ['https://res.openai.azure.com/openai/v1', held],
    ['http://127.0.0.1:8000/v1', held],
  ])('%s gets them as %s, in its own items and in neutral ones', (baseUrl, expected) => {
    for (const reply of [asOwn, { providerData: {} }]) {
      const messages = history({ ...reply, tool_calls: [call('c1', 'look', broken)] });
      const { input } = bodyOf({ model: 'gpt-5.4', messages }, baseUrl) as { input: { arguments?: string }[] };
      expect(input.map(({ arguments: given }) => given).filter(Boolean)).toEqual([expected]);
    }
  });
});

describe('options are sent if the model supports them', () => {
  const options = (chosen: ModelRequest['options'], model: string, baseUrl = openai): Record<string, unknown> => {
    const { model: _model, input: _input, store, stream, ...rest } = bodyOf({ model, options: chosen ?? {} }, baseUrl);
    expect([store, stream]).toEqual([false, true]);
    return rest;
  };
  const include = ['reasoning.encrypted_content'];

  test('by default: a summary where a model is otherwise silent, and its thinking sealed', () => {
    expect(options({}, 'gpt-5.4')).toEqual({ reasoning: { summary: 'auto' }, include });
    expect(options({ showThinking: false }, 'gpt-5.4')).toEqual({ include });
    expect(options({}, 'gpt-4.1')).toEqual({});
    expect(options({}, 'grok-4.5', 'https://api.x.ai/v1')).toEqual({ include });
    expect(options({}, 'deepseek-v4-flash', 'https://api.deepseek.com')).toEqual({});
    expect(options({}, 'some-model', 'http://127.0.0.1:1234/v1')).toEqual({ include });
  });

  test.each([
    ['gpt-5', 'xhigh', 'high'],
    ['gpt-5', 'none', 'minimal'],
    ['gpt-5-pro', 'low', 'high'],
    ['gpt-5.1', 'minimal', 'low'],
    ['gpt-5.4', 'max', 'xhigh'],
    ['gpt-6-sol', 'max', 'max'],
    ['o4-mini', 'max', 'high'],
    ['openai/gpt-5.2', 'xhigh', 'xhigh'],
    ['openai.gpt-5.6-luna', 'none', 'none'],
    ['gpt-4.1', 'high', undefined],
    ['nobody-knows', 'xhigh', 'xhigh'],
  ] as const)('%s, requested %s', (model, effort, sent) => {
    expect((options({ effort }, model).reasoning as { effort?: string } | undefined)?.effort).toBe(sent);
  });

  test('a temperature where supported, and no more tokens than the maximum', () => {
    expect(options({ temperature: 0.3, maxOutputTokens: 500_000 }, 'gpt-4.1')).toEqual({
      temperature: 0.3,
      max_output_tokens: 32_768,
    });
    expect(options({ temperature: 0.3 }, 'gpt-5')).not.toHaveProperty('temperature');
    expect(options({ temperature: 0.3 }, 'gpt-5.4')).not.toHaveProperty('temperature');
    expect(options({ temperature: 0.3, effort: 'none' }, 'gpt-5.4')).toHaveProperty('temperature', 0.3);
    expect(options({ temperature: 0.3, effort: 'none' }, 'gpt-6-sol')).not.toHaveProperty('temperature');
  });

  test("a provider's search, where available and enabled", () => {
    expect(options({ providerSearch: true }, 'gpt-5.4').tools).toEqual([{ type: 'web_search' }]);
    expect(options({ providerSearch: true }, 'some', 'http://127.0.0.1:1234/v1')).not.toHaveProperty('tools');
  });

  test("the provider's reported model abilities agree", () => {
    const abilities = (model: string, baseUrl = openai) => provider('own', baseUrl).abilities?.(model);
    expect(abilities('gpt-5.4-mini')).toEqual({
      efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
      temperature: true,
      maxOutputTokens: 128_000,
      thinking: true,
      providerSearch: true,
    });
    expect(abilities('gpt-4o')).toMatchObject({ efforts: [], thinking: false, temperature: true });
    expect(abilities('anything', 'http://127.0.0.1:1234/v1')).toMatchObject({
      providerSearch: false,
      maxOutputTokens: null,
    });
  });
});

test(cite('PROVIDER-6', 'all requests of a conversation name one cache, if the provider supports it'), () => {
  const key = (baseUrl: string) =>
    bodyOf({ model: 'gpt-5.4', cacheKey: `01${'K'.repeat(80)}` }, baseUrl).prompt_cache_key;
  expect(key(openai)).toBe(`01${'K'.repeat(62)}`);
  expect(key('https://api.x.ai/v1')).toBe(key(openai));
  expect(key('http://127.0.0.1:1234/v1')).toBeUndefined();
});

describe('headers', () => {
  test('a key is a bearer token', async () => {
    server.next({ status: 401, type: 'application/json', body: '{"error":{"message":"no"}}' });
    await failureOf(provider());
    expect(server.requests[0]).toMatchObject({ path: '/v1/responses', headers: { authorization: 'Bearer sk-test' } });
  });

  test('Azure takes keys in its own header, and sign-in tokens as bearer tokens', () => {
    const headers = (key: string) =>
      responsesApi({ providerId: 'p', baseUrl: 'https://me.openai.azure.com/openai/v1' }).headers(key);
    expect(headers('abc')).toEqual({ 'api-key': 'abc' });
    expect(headers('eyJhbGciOi')).toEqual({ authorization: 'Bearer eyJhbGciOi' });
  });
});

describe('a rejection', () => {
  const refuse = (error: object) =>
    server.next({ status: 400, type: 'application/json', body: JSON.stringify({ error }) });

  test('names the record, though a reply is many items', async () => {
    refuse({ message: "Invalid 'input[4].arguments'.", type: 'invalid_request_error' });
    const failure = await failureOf(provider(), { request: modelRequest({ model: 'gpt-5.4', messages: history() }) });
    expect(failure.item).toEqual({ message: 1, field: 'tool_calls[0]' });
    refuse({ message: "Invalid 'input[5].output'.", type: 'invalid_request_error' });
    const next = await failureOf(provider(), { request: modelRequest({ model: 'gpt-5.4', messages: history() }) });
    expect(next.item).toEqual({ message: 2, field: 'output' });
  });

  test('of a summary says what to do', async () => {
    refuse({
      message: 'Your organization must be verified to generate reasoning summaries.',
      param: 'reasoning.summary',
    });
    expect((await failureOf(provider())).message).toContain(
      'Or turn off showing the model’s thinking in this conversation.',
    );
  });
});
