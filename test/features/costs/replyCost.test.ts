// A reply's cost: usage as providers really sent it, read by its API's reader, next to the cost computed by hand.

import { describe, expect, test } from 'vitest';
import { providerApis } from '../../../electron/providers/apis.ts';
import { createCatalog } from '../../../electron/providers/catalog/catalog.ts';
import type { Usage } from '../../../shared/conversation/message.ts';
import { costOf, inputCost, type PriceQuote } from '../../../shared/features/models/cost.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';

const catalogue = createCatalog();

/** The catalogue's price for a model at its provider. */
function listed(baseUrl: string, model: string): PriceQuote {
  const found = catalogue.at(baseUrl, model);
  if (!found?.price) throw new Error(`no price of ${model}`);
  return { ...found.price, by: 'catalogue', date: found.date };
}

const own = (input: number, output: number, more: Partial<PriceQuote> = {}): PriceQuote => ({
  input,
  output,
  by: 'settings',
  ...more,
});

/** A reply with this usage, in each API's format. */
const events: Record<ProviderKind, (usage: object) => object[]> = {
  openai: (usage) => [
    { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }] },
    { choices: [], usage },
  ],
  responses: (usage) => [
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'x' },
    { type: 'response.completed', response: { id: 'r', model: 'm', status: 'completed', output: [], usage } },
  ],
  anthropic: (usage) => [
    { type: 'message_start', message: { id: 'm', model: 'm', content: [], usage } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
  ],
  gemini: (usage) => [
    { candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }], usageMetadata: usage },
  ],
  ollama: (usage) => [{ message: { role: 'assistant', content: 'x' }, done: true, done_reason: 'stop', ...usage }],
};

function read(kind: ProviderKind, usage: object): Usage | null {
  const wire = providerApis[kind]({ providerId: 'p', baseUrl: 'https://api.example/v1' });
  const request = { model: 'm', system: '', messages: [], tools: [] };
  const reader = wire.reply(request, { onText() {}, onReasoning() {}, onCall() {} });
  for (const event of events[kind](usage)) reader.add(event);
  return reader.reply().usage;
}

interface Case {
  name: string;
  kind: ProviderKind;
  usage: object;
  price: PriceQuote | null;
  usd: number | null;
  by?: string;
  atLeast?: true;
}

const cases: Case[] = [
  {
    name: 'Anthropic, written to the cache for minutes and for an hour',
    kind: 'anthropic',
    usage: {
      cache_creation: { ephemeral_1h_input_tokens: 3259, ephemeral_5m_input_tokens: 10 },
      cache_creation_input_tokens: 3269,
      cache_read_input_tokens: 0,
      input_tokens: 3,
      output_tokens: 1,
    },
    price: listed('https://api.anthropic.com/v1', 'claude-sonnet-4-6'),
    // 3 × 3 + 10 × 3.75 + 3,259 × 6 (twice the input) + 1 × 15 = 9 + 37.5 + 19,554 + 15 = 19,615.5 per million
    usd: 0.0196155,
    by: 'catalogue',
  },
  {
    name: 'Anthropic, read from the cache: what input_tokens leaves out is charged once',
    kind: 'anthropic',
    usage: {
      input_tokens: 6,
      cache_creation_input_tokens: 3337,
      cache_read_input_tokens: 6289,
      output_tokens: 198,
      output_tokens_details: { thinking_tokens: 0 },
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    },
    price: listed('https://api.anthropic.com/v1', 'claude-sonnet-5'),
    // 6 × 2 + 3,337 × 2.5 + 6,289 × 0.2 + 198 × 10 = 12 + 8,342.5 + 1,257.8 + 1,980 = 11,592.3
    usd: 0.0115923,
    by: 'catalogue',
  },
  {
    name: 'Gemini, thoughts outside of the candidates and what its tools read apart',
    kind: 'gemini',
    usage: {
      candidatesTokenCount: 30,
      promptTokenCount: 89,
      thoughtsTokenCount: 91,
      toolUsePromptTokenCount: 112,
      totalTokenCount: 322,
    },
    price: listed('https://generativelanguage.googleapis.com/v1beta', 'models/gemini-3-flash-preview'),
    // (89 + 112) × 0.5 + (30 + 91) × 3 = 100.5 + 363 = 463.5
    usd: 0.0004635,
    by: 'catalogue',
  },
  {
    name: 'Gemini, cached input a part of the prompt',
    kind: 'gemini',
    usage: {
      cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 1081 }],
      cachedContentTokenCount: 1081,
      candidatesTokenCount: 2,
      promptTokenCount: 1087,
      totalTokenCount: 1089,
    },
    price: listed('https://generativelanguage.googleapis.com/v1beta', 'gemini-2.5-flash'),
    // (1,087 − 1,081) × 0.3 + 1,081 × 0.03 + 2 × 2.5 = 1.8 + 32.43 + 5 = 39.23
    usd: 0.00003923,
    by: 'catalogue',
  },
  {
    name: 'Anthropic, a search that is paid beside the tokens: at least',
    kind: 'anthropic',
    usage: {
      input_tokens: 15665,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 795,
      server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
    },
    price: own(3, 15),
    // 15,665 × 3 + 795 × 15 = 46,995 + 11,925 = 58,920
    usd: 0.05892,
    by: 'settings',
    atLeast: true,
  },
  {
    name: 'OpenAI Responses, cached input a part of the input, reasoning a part of the output',
    kind: 'responses',
    usage: {
      input_tokens: 3737,
      input_tokens_details: { cached_tokens: 2304 },
      output_tokens: 621,
      output_tokens_details: { reasoning_tokens: 512 },
      total_tokens: 4358,
    },
    price: listed('https://api.openai.com/v1', 'gpt-5-mini-2025-08-07'),
    // (3,737 − 2,304) × 0.25 + 2,304 × 0.025 + 621 × 2 = 358.25 + 57.6 + 1,242 = 1,657.85
    usd: 0.00165785,
    by: 'catalogue',
  },
  {
    name: 'Responses with what was written to the cache',
    kind: 'responses',
    usage: {
      input_tokens: 158,
      input_tokens_details: { cache_write_tokens: 43, cached_tokens: 0 },
      output_tokens: 32,
      output_tokens_details: { reasoning_tokens: 10 },
    },
    price: own(2, 10, { cacheRead: 0.2, cacheWrite: 2.5 }),
    // (158 − 43) × 2 + 43 × 2.5 + 32 × 10 = 230 + 107.5 + 320 = 657.5
    usd: 0.0006575,
    by: 'settings',
  },
  {
    name: 'Chat Completions, cached without a price for it: as other input',
    kind: 'openai',
    usage: {
      total_tokens: 555,
      completion_tokens: 122,
      completion_tokens_details: { reasoning_tokens: 108 },
      prompt_tokens: 433,
      prompt_tokens_details: { cached_tokens: 256 },
    },
    price: own(1, 2),
    // 433 × 1 + 122 × 2 = 677
    usd: 0.000677,
    by: 'settings',
  },
  {
    name: 'DeepSeek, hits of its cache',
    kind: 'openai',
    usage: {
      prompt_tokens: 339,
      completion_tokens: 83,
      total_tokens: 422,
      prompt_tokens_details: { cached_tokens: 320 },
      completion_tokens_details: { reasoning_tokens: 39 },
      prompt_cache_hit_tokens: 320,
      prompt_cache_miss_tokens: 19,
    },
    price: own(0.28, 0.42, { cacheRead: 0.028 }),
    // 19 × 0.28 + 320 × 0.028 + 83 × 0.42 = 5.32 + 8.96 + 34.86 = 49.14
    usd: 0.00004914,
    by: 'settings',
  },
  {
    name: 'OpenRouter, which says what it cost',
    kind: 'openai',
    usage: {
      completion_tokens: 63,
      cost: 0.01058775,
      cost_details: { upstream_inference_cost: 0.01058775 },
      prompt_tokens: 2572,
      prompt_tokens_details: { cache_write_tokens: 2569, cached_tokens: 0 },
    },
    price: own(100, 100),
    usd: 0.01058775,
    by: 'reported',
  },
  {
    name: 'Perplexity, which says it in a part',
    kind: 'openai',
    usage: {
      completion_tokens: 16,
      cost: { input_tokens_cost: 0.00002, output_tokens_cost: 0.00002, request_cost: 0.005, total_cost: 0.00504 },
      prompt_tokens: 24,
    },
    price: null,
    usd: 0.00504,
    by: 'reported',
  },
  {
    name: 'xAI, which says it in ticks of a ten thousand millionth',
    kind: 'openai',
    usage: {
      prompt_tokens: 291,
      completion_tokens: 26,
      total_tokens: 513,
      prompt_tokens_details: { cached_tokens: 290 },
      completion_tokens_details: { reasoning_tokens: 196 },
      cost_in_usd_ticks: 1330500,
    },
    price: null,
    // At its prices then: 1 × 0.3 + 290 × 0.075 + (26 + 196) × 0.5 = 133.05
    usd: 0.00013305,
    by: 'reported',
  },
  {
    name: 'Grok on Azure, more from the cache than there was: all of it, and no less than nothing beside',
    kind: 'openai',
    usage: {
      prompt_tokens: 267,
      completion_tokens: 15,
      total_tokens: 282,
      prompt_tokens_details: { cached_tokens: 371, text_tokens: 267 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    price: own(0.2, 0.5, { cacheRead: 0.05 }),
    // 267 × 0.05 + 15 × 0.5 = 13.35 + 7.5 = 20.85
    usd: 0.00002085,
    by: 'settings',
  },
  {
    name: 'Ollama on this machine costs nothing',
    kind: 'ollama',
    usage: { prompt_eval_count: 307, eval_count: 308 },
    price: { input: 0, output: 0, by: 'local' },
    usd: 0,
    by: 'local',
  },
  {
    name: 'a model of no known price is unknown, and never 0',
    kind: 'openai',
    usage: { prompt_tokens: 57, completion_tokens: 17 },
    price: null,
    usd: null,
  },
];

describe('a reply', () => {
  test.each(cases)(cite('WORK-4', 'each token is charged once: $name'), ({ kind, usage, price, usd, by, atLeast }) => {
    const cost = costOf(read(kind, usage), price);
    expect(cost && [cost.usd, cost.by, cost.atLeast]).toEqual(usd === null ? null : [usd, by, atLeast]);
  });

  test('missing counts cost an unknown amount', () => {
    expect(costOf(null, own(1, 1))).toBeNull();
    expect(costOf({ inputTokens: 5 }, own(1, 1))).toBeNull();
  });

  test('a long input is charged at the higher price in full', () => {
    const price = listed('https://api.anthropic.com/v1', 'claude-haiku-5-5');
    // 100,000 × 0.1 + 10 × 0.5 = 10,005; 100,001 × 0.5 + 10 × 2.5 = 50,025.5
    expect(costOf({ inputTokens: 100_000, outputTokens: 10 }, price)?.usd).toBe(0.010005);
    expect(costOf({ inputTokens: 100_001, outputTokens: 10 }, price)?.usd).toBe(0.0500255);
    expect(inputCost(200_000, price)).toBe(0.1);
  });

  test('with paid searches it is a minimum', () => {
    const cost = costOf({ inputTokens: 1_000_000, outputTokens: 0, webSearches: 2 }, own(1, 1));
    expect(cost).toEqual({ usd: 1, by: 'settings', atLeast: true });
  });
});

describe('the catalogue', () => {
  const anthropic = 'https://api.anthropic.com/v1';

  test.each([
    [anthropic, 'claude-sonnet-5-5', 'claude-sonnet-5-5'],
    [anthropic, 'claude-opus-4-5-20251101', 'claude-opus-4-5-20251101'],
    [anthropic, 'claude-sonnet-5-20260601', 'claude-sonnet-5'],
    [anthropic, 'anthropic/claude-opus-5', 'claude-opus-5'],
    ['https://generativelanguage.googleapis.com/v1beta', 'models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['https://eu.api.openai.com/v1', 'gpt-4o-2024-08-06', 'gpt-4o-2024-08-06'],
    ['https://NAME.openai.azure.com/openai/v1', 'gpt-5-mini', 'gpt-5-mini'],
    ['https://api.groq.com/openai/v1', 'openai/gpt-oss-120b', 'openai/gpt-oss-120b'],
    ['https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-5', 'anthropic/claude-sonnet-5'],
    ['https://bedrock-mantle.us-east-1.api.aws/anthropic/v1', 'anthropic.claude-sonnet-5', 'anthropic.claude-sonnet-5'],
    [
      'https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1',
      'global.anthropic.claude-opus-5-5',
      'anthropic.claude-opus-5-5',
    ],
  ])(cite('WORK-4', 'at %s it knows %s as %s'), (baseUrl, model, id) => {
    expect(catalogue.at(baseUrl, model)?.id).toBe(id);
  });

  test('a model elsewhere is unknown, and so is a fine-tuned one', () => {
    expect(catalogue.at('http://127.0.0.1:4000/v1', 'gpt-4o')).toBeNull();
    expect(catalogue.at('https://api.openai.com.example.org/v1', 'gpt-4o')).toBeNull();
    expect(catalogue.at('https://api.openai.com/v1', 'ft:gpt-4o-2024-08-06:me::abc')).toBeNull();
    expect(catalogue.at(anthropic, 'gpt-4o')).toBeNull();
  });

  test("the provider's own corrections override it, with their own date", () => {
    const found = catalogue.at(anthropic, 'claude-sonnet-5-5');
    expect(found?.price).toEqual({ input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 });
    expect(found?.date).toBe('2026-11-24');
  });

  test('a price of 0 there is unknown, except for models that are free by name', () => {
    expect(catalogue.at('https://generativelanguage.googleapis.com/v1beta', 'gemma-4-31b-it')?.price).toBeNull();
    expect(catalogue.at('https://openrouter.ai/api/v1', 'google/gemma-4-31b-it:free')?.price).toEqual({
      input: 0,
      output: 0,
    });
  });

  test('by name alone a model has a maximum reply and no price', () => {
    expect(catalogue.byName('us.anthropic.claude-opus-4-6-v1:0')).toMatchObject({
      maxOutputTokens: 128_000,
      price: null,
    });
    expect(catalogue.byName('claude-sonnet-4.5')?.maxOutputTokens).toBe(64_000);
    expect(catalogue.byName('kimi-k3')?.maxOutputTokens).toBeGreaterThan(0);
    expect(catalogue.byName('fake-model')).toBeNull();
  });
});
