// Chat Completions in each server's dialect: what is sent where.

import { describe, expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { chatCompletionsApi } from '../../../electron/providers/chatCompletions/api.ts';
import { chatDialect } from '../../../electron/providers/chatCompletions/dialects.ts';
import type { ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { cite } from '../../support/cite.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { modelRequest } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { mistralViolations } from '../../support/validators/mistral.ts';
import { openAiChatViolations } from '../../support/validators/openAiChat.ts';

const at = {
  openai: 'https://api.openai.com/v1',
  azure: 'https://me.openai.azure.com/openai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  deepseek: 'https://api.deepseek.com/v1',
  moonshot: 'https://api.moonshot.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
  xai: 'https://api.x.ai/v1',
  mistral: 'https://api.mistral.ai/v1',
  together: 'https://api.together.xyz/v1',
  github: 'https://models.github.ai/inference',
  bedrock: 'https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
  compatible: 'http://127.0.0.1:8080/v1',
} as const;
type Server = keyof typeof at;

const bodyOf = (server: Server, request: Partial<ModelRequest>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(openAiProvider(at[server]).body(modelRequest(request)))) as Record<string, unknown>;
const tool: ApiTool = {
  type: 'function',
  function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
};

test.each(Object.entries(at))('%s is recognized by its address', (name, url) => {
  expect(chatDialect(url)).toBe(name);
});

test('an address that only resembles one of them is any other server', () => {
  for (const url of [
    'https://notgroq.com/v1',
    'https://api.x.ai.example.org/v1',
    'https://openrouter.ai.example/v1',
    'no address',
  ])
    expect(chatDialect(url)).toBe('compatible');
});

describe("options are sent in each server's form", () => {
  const options = (
    server: Server,
    model: string,
    chosen: ModelRequest['options'],
    more: Partial<ModelRequest> = {},
  ) => {
    const body = bodyOf(server, { model, options: chosen ?? {}, ...more });
    const { model: _model, messages: _messages, stream: _stream, stream_options: _options, ...rest } = body;
    if (server === 'openai') expect(openAiChatViolations(body)).toEqual([]);
    if (server === 'mistral') expect(mistralViolations(body)).toEqual([]);
    return rest;
  };

  test.each<[Server, string, 'none' | 'low' | 'high' | 'xhigh' | 'max', object]>([
    ['openai', 'gpt-5', 'high', { reasoning_effort: 'high' }],
    ['openai', 'gpt-4.1', 'high', {}],
    ['azure', 'my-deployment', 'low', { reasoning_effort: 'low' }],
    ['openrouter', 'google/gemini-3.1-pro', 'high', { reasoning: { effort: 'high' } }],
    ['openrouter', 'openai/gpt-5', 'xhigh', { reasoning: { effort: 'high' } }],
    ['openrouter', 'x/y', 'max', { reasoning: { effort: 'xhigh' } }],
    ['deepseek', 'deepseek-v4-pro', 'none', { thinking: { type: 'disabled' } }],
    ['deepseek', 'deepseek-v4-pro', 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
    ['moonshot', 'kimi-k3', 'xhigh', { reasoning_effort: 'high' }],
    ['groq', 'openai/gpt-oss-120b', 'max', { reasoning_effort: 'high' }],
    ['groq', 'qwen/qwen3-32b', 'none', { reasoning_effort: 'none' }],
    ['groq', 'qwen/qwen3-32b', 'high', { reasoning_effort: 'default' }],
    ['groq', 'llama-3.3-70b-versatile', 'high', {}],
    ['xai', 'grok-4.3', 'none', { reasoning_effort: 'none' }],
    ['xai', 'grok-4-1-fast-non-reasoning', 'high', {}],
    ['mistral', 'mistral-small-latest', 'low', { reasoning_effort: 'high' }],
    ['mistral', 'codestral-latest', 'high', {}],
    ['together', 'openai/gpt-oss-120b', 'low', { reasoning_effort: 'low' }],
    ['together', 'zai-org/GLM-5.2', 'none', { reasoning: { enabled: false } }],
    ['github', 'meta/llama-4', 'high', {}],
    ['github', 'openai/gpt-5', 'high', { reasoning_effort: 'high' }],
    ['compatible', 'anything', 'xhigh', { reasoning_effort: 'xhigh' }],
  ])('%s, %s, %s', (server, model, effort, expected) => {
    expect(options(server, model, { effort })).toEqual(expected);
    expect(options(server, model, {})).toEqual({});
  });

  test('maximum tokens and temperature', () => {
    const chosen = { maxOutputTokens: 900, temperature: 0.5 };
    expect(options('openai', 'gpt-4.1', chosen)).toEqual({ max_completion_tokens: 900, temperature: 0.5 });
    expect(options('openai', 'gpt-5', chosen)).toEqual({ max_completion_tokens: 900 });
    expect(options('compatible', 'qwen3', chosen)).toEqual({ max_tokens: 900, temperature: 0.5 });
    expect(options('openrouter', 'openai/gpt-5', chosen)).toEqual({ max_completion_tokens: 900 });
    expect(options('mistral', 'mistral-large-4', chosen)).toEqual({ max_tokens: 900, temperature: 0.5 });
  });

  test('models that reject tools with an effort get none', () => {
    expect(options('openai', 'gpt-5.6-luna', { effort: 'high' }, { tools: [tool] })).toMatchObject({
      reasoning_effort: 'none',
    });
    expect(options('openai', 'gpt-5.6-luna', { effort: 'high' })).toEqual({ reasoning_effort: 'high' });
    expect(options('openai', 'gpt-5.4', {}, { tools: [tool] })).toEqual({ tools: [tool] });
  });

  test('the reported model abilities agree', () => {
    const abilities = (server: Server, model: string) => openAiProvider(at[server]).abilities?.(model);
    expect(abilities('deepseek', 'deepseek-v4-flash')).toMatchObject({
      efforts: ['none', 'low', 'high', 'max'],
      thinking: true,
    });
    expect(abilities('mistral', 'codestral-latest')).toMatchObject({ efforts: [], thinking: false });
    expect(abilities('openrouter', 'a/b')).toMatchObject({ providerSearch: true });
    expect(abilities('compatible', 'qwen3')).toMatchObject({ efforts: ['low', 'medium', 'high'], temperature: true });
  });

  test("the provider's search, where available and enabled", () => {
    expect(options('openrouter', 'a/b', { providerSearch: true })).toEqual({
      tools: [{ type: 'openrouter:web_search' }],
    });
    expect(options('compatible', 'a/b', { providerSearch: true })).toEqual({});
  });
});

test(cite('PROVIDER-6', 'all requests of a conversation name one cache, if the server supports it'), () => {
  const key = (server: Server) => bodyOf(server, { cacheKey: '01ABC' }).prompt_cache_key;
  expect([key('openai'), key('azure'), key('mistral')]).toEqual(['01ABC', '01ABC', '01ABC']);
  for (const server of ['openrouter', 'deepseek', 'groq', 'xai', 'together', 'compatible'] as const)
    expect(key(server)).toBeUndefined();
});

test(cite('PROVIDER-6', "OpenRouter is told to use Claude's cache, which is not automatic"), () => {
  const mark = (server: Server, model: string) => bodyOf(server, { model }).cache_control;
  expect(mark('openrouter', 'anthropic/claude-opus-4.8')).toEqual({ type: 'ephemeral' });
  expect(mark('openrouter', 'openai/gpt-5.4')).toBeUndefined();
  expect(mark('compatible', 'anthropic/claude-opus-4.8')).toBeUndefined();
});

test('Azure takes keys in its own header; a server without keys gets a placeholder', () => {
  const headers = (server: Server, key: string | null) =>
    chatCompletionsApi({ providerId: 'p', baseUrl: at[server] }).headers(key);
  expect(headers('azure', 'abc')).toEqual({ 'api-key': 'abc' });
  expect(headers('azure', 'eyJ0')).toEqual({ authorization: 'Bearer eyJ0' });
  expect(headers('compatible', null)).toEqual({ authorization: 'Bearer not-needed' });
});

const detail = { type: 'reasoning.text', text: 'hm', signature: 'c2ln', format: 'anthropic-claude-v1', index: 0 };
const parts = [
  { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
  { type: 'text', text: 'Let me look.' },
];
const extra = { google: { thought_signature: 'c2ln' } };
const kept = (fields: object = {}) => ({
  openai: { provider: 'test', model: 'm', reasoning_details: [detail], content: parts, calls: { 0: extra }, ...fields },
});
const history = (reply: object = {}): ApiMessage[] => [
  { role: 'user', content: 'see' },
  {
    role: 'assistant',
    content: 'Let me look.',
    tool_calls: [call('c1', 'look', '{"a":1}')],
    reasoning: 'hm',
    providerData: kept(),
    ...reply,
  },
  { role: 'tool', tool_call_id: 'c1', content: 'A' },
];
const replyIn = (server: Server, messages: ApiMessage[], model = 'm'): Record<string, unknown> => {
  const sent = (bodyOf(server, { messages, model }).messages as Record<string, unknown>[])[1];
  return sent ?? {};
};

describe(cite('PROVIDER-7', 'data that a server wants back is sent back unchanged'), () => {
  test('OpenRouter: thinking details', () => {
    expect(replyIn('openrouter', history())).toEqual({
      role: 'assistant',
      content: 'Let me look.',
      reasoning_details: [detail],
      tool_calls: [call('c1', 'look', '{"a":1}')],
    });
    const last: ApiMessage[] = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'y', providerData: kept() },
      { role: 'user', content: 'z' },
    ];
    expect(replyIn('openrouter', last)).toHaveProperty('reasoning_details', [detail]);
  });

  test('Mistral: content that includes the thinking', () => {
    const body = bodyOf('mistral', { model: 'm', messages: history() });
    expect(mistralViolations(body)).toEqual([]);
    expect((body.messages as object[])[1]).toMatchObject({ content: parts });
    expect(replyIn('mistral', history({ content: 'Changed.' }))).toHaveProperty('content', 'Changed.');
  });

  test('Google: the data next to each call, and a placeholder for unsigned calls', () => {
    expect(replyIn('google', history(), 'm').tool_calls).toEqual([
      { ...call('c1', 'look', '{"a":1}'), extra_content: extra },
    ]);
    const foreign = replyIn('google', history({ providerData: {} }), 'gemini-3-pro').tool_calls;
    expect(JSON.stringify(foreign)).toContain('skip_thought_signature_validator');
    expect(JSON.stringify(replyIn('google', history({ providerData: {} }), 'gemini-2.5-pro'))).not.toContain('skip_');
  });

  test.each(['openai', 'groq', 'xai', 'github', 'bedrock'] as const)('%s: none of it', (server) => {
    expect(replyIn(server, history({ providerData: kept({ reasoning: 'reasoning_content' }) }))).toEqual({
      role: 'assistant',
      content: 'Let me look.',
      tool_calls: [call('c1', 'look', '{"a":1}')],
    });
  });

  test('another model or another provider gets none of it', () => {
    for (const server of ['openrouter', 'mistral', 'google'] as const) {
      const other = JSON.stringify(replyIn(server, history({ providerData: kept({ provider: 'other' }) })));
      expect(other).not.toMatch(/c2ln|thinking|hm/);
      expect(JSON.stringify(replyIn(server, history(), 'other'))).not.toMatch(/c2ln|"thinking"|hm/);
    }
  });

  test('damaged data is left out', () => {
    for (const damaged of [
      { reasoning_details: 'x', content: 7, calls: [] },
      { reasoning_details: [7], content: [null] },
    ]) {
      expect(replyIn('openrouter', history({ providerData: kept(damaged) }))).not.toHaveProperty('reasoning_details');
      expect(replyIn('mistral', history({ providerData: kept(damaged) }))).toHaveProperty('content', 'Let me look.');
    }
    expect(replyIn('openrouter', history({ providerData: { openai: 'x' } }))).not.toHaveProperty('reasoning_details');
  });

  test('only the calls of a hidden reply stay', () => {
    const reply = assistantMessage('Let me look.', [call('c1', 'look', '{"a":1}')], {
      providerData: kept({ reasoning: 'reasoning_content' }),
      reasoning: 'hm',
    });
    const branch = conversationOf([userMessage('see'), reply, toolMessage('c1', 'A')]);
    const { messages } = toApiMessages(branch, { marks: { [messageIdAt(1)]: { hidden: true, at: '' } } });
    expect(JSON.stringify(bodyOf('openrouter', { model: 'm', messages }))).not.toMatch(/c2ln|hm|Let me look/);
    expect(replyIn('compatible', messages)).toHaveProperty('reasoning_content', '');
  });
});

describe(cite('STREAM-8', 'thinking is sent back where a model requires it to continue'), () => {
  test.each<[Server, string]>([
    ['deepseek', 'deepseek-v4-flash'],
    ['openrouter', 'deepseek/deepseek-v4-pro'],
    ['openrouter', 'moonshotai/kimi-k3'],
    ['compatible', 'deepseek-v4-flash'],
  ])('%s, %s: even for calls that another model made', (server, model) => {
    expect(replyIn(server, history({ providerData: {} }), model)).toHaveProperty('reasoning_content', '');
    const own = history({ providerData: { openai: { provider: 'test', reasoning: 'reasoning_content' } } });
    expect(replyIn(server, own, model)).toHaveProperty('reasoning_content', 'hm');
  });

  test('other models get no thinking that they did not write', () => {
    for (const model of ['deepseek-chat', 'qwen3', 'kimi-k2'])
      expect(replyIn('compatible', history({ providerData: {} }), model)).not.toHaveProperty('reasoning_content');
  });
});

test(cite('SEQ-7', 'Bedrock requires tools with a history that has calls'), () => {
  const body = bodyOf('bedrock', { messages: history() });
  expect(body).toMatchObject({ tools: [{ function: { name: 'look' } }], tool_choice: 'none' });
  expect(bodyOf('bedrock', { messages: history(), tools: [tool] })).not.toHaveProperty('tool_choice');
  expect(bodyOf('bedrock', {})).not.toHaveProperty('tools');
  expect(bodyOf('compatible', { messages: history() })).not.toHaveProperty('tools');
});

test('arguments that are not an object are sent as one, except to OpenAI', () => {
  const sent = (server: Server) =>
    JSON.stringify(replyIn(server, history({ tool_calls: [call('c1', 'look', 'no json')], providerData: {} })));
  expect(sent('openai')).toContain('"arguments":"no json"');
  for (const server of ['azure', 'groq', 'mistral', 'compatible'] as const)
    expect(sent(server)).toContain('invalid_arguments');
});
