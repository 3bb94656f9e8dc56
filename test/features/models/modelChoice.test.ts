import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readModels } from '../../../electron/providers/catalog/models.ts';
import { bestKnownModel, defaultModel } from '../../../shared/features/models/modelChoice.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import { cite } from '../../support/cite.ts';

const ids = (answer: unknown): string[] => (readModels(answer) ?? []).map(({ id }) => id);

test(cite('PROVIDER-4', 'a list shows only models that can chat: as the server reports, else by name'), () => {
  const byName = [
    'gpt-5.1',
    'text-embedding-3-small',
    'whisper-1',
    'gpt-4o-mini-tts',
    'dall-e-3',
    'gpt-image-2',
    'omni-moderation-latest',
    'gpt-realtime',
    'gpt-4o-transcribe',
    'gpt-audio-mini',
    'sora-2',
    'davinci-002',
    'bge-reranker-v2',
    'nomic-embed-text:latest',
    'all-minilm:latest',
    'qwen3:4b',
    'meta-llama/llama-guard-4-12b',
    'models/veo-3.1-generate-preview',
    'claude-opus-5',
  ];
  expect(ids({ data: byName.map((id) => ({ id })) })).toEqual(['gpt-5.1', 'qwen3:4b', 'claude-opus-5']);
  const told = [
    { id: 'a', architecture: { output_modalities: ['image'] } },
    { id: 'b', capabilities: { completion_chat: false } },
    { id: 'c', capabilities: { type: 'embeddings' } },
    { id: 'd', type: 'embeddings' },
    { id: 'e', active: false },
    { id: 'f', capabilities: ['embedding'] },
    { id: 'voxtral-audio', capabilities: { completion_chat: true } },
    { id: 'g', capabilities: ['completion', 'tools'] },
  ];
  expect(ids({ data: told })).toEqual(['voxtral-audio', 'g']);
});

test(cite('PROVIDER-4', 'context size, abilities and price are read as each server reports them'), () => {
  const rows = [
    {
      id: 'router',
      context_length: 200_000,
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      supported_parameters: ['tools'],
      pricing: { prompt: '0.000003', completion: '0.000015' },
    },
    { id: 'plain', supported_parameters: ['stop'], pricing: { prompt: '-1', completion: '-1' } },
    {
      id: 'maker',
      max_context_length: 131_072,
      capabilities: { completion_chat: true, function_calling: true, vision: false },
    },
    {
      id: 'pilot',
      capabilities: {
        type: 'chat',
        supports: { tool_calls: true, vision: true },
        limits: { max_prompt_tokens: 64_000 },
      },
    },
    {
      id: 'studio',
      type: 'vlm',
      state: 'loaded',
      loaded_context_length: 8_192,
      max_context_length: 131_072,
      capabilities: ['tool_use'],
    },
    { id: 'search', pricing: { input: 1.25, output: 10, unit: 'usd_per_1m_tokens' } },
    { id: 'cpp', meta: { n_ctx: 4_096, n_ctx_train: 40_960 } },
  ];
  expect(readModels({ data: rows })).toEqual([
    { id: 'router', contextWindow: 200_000, tools: true, images: true, price: { input: 3, output: 15 } },
    { id: 'plain', tools: false },
    { id: 'maker', contextWindow: 131_072, tools: true, images: false },
    { id: 'pilot', contextWindow: 64_000, tools: true, images: true },
    { id: 'studio', contextWindow: 8_192, tools: true, images: true, loaded: true },
    { id: 'search', price: { input: 1.25, output: 10 } },
    { id: 'cpp', contextWindow: 4_096 },
  ]);
});

const small: ModelInfo = { id: 'small', contextWindow: 8_192, tools: true };
const large: ModelInfo = { id: 'large', contextWindow: 131_072, tools: true };
const mute: ModelInfo = { id: 'mute', contextWindow: 131_072, tools: false };
const dark: ModelInfo = { id: 'dark' };
const dear: ModelInfo = { ...large, id: 'dear', price: { input: 3, output: 15 } };

test(
  cite(
    'PROVIDER-4',
    'the model of new chats is never simply the first of a list, nor a small one if there is a better one',
  ),
  () => {
    const cases: [string, ModelInfo[], string | null, string | null][] = [
      ['nothing', [], null, null],
      ['the only one', [small], null, 'small'],
      ['room and tools are known', [small, mute, large, dark], null, 'large'],
      ['used last', [small, large], 'small', 'small'],
      ['used last, but gone', [small, large], 'gone', 'large'],
      ['in memory', [large, { ...dark, loaded: true }], null, 'dark'],
      ['in memory, but small', [large, { ...small, loaded: true }], null, 'large'],
      ['only names', [dark, { id: 'other' }], null, null],
      ['only small ones', [small, { ...small, id: 'tiny' }], null, null],
      ['they cost', [small, dear, { ...dear, id: 'dearer' }], null, null],
    ];
    expect(cases.map(([name, models, last]) => [name, defaultModel(models, last)])).toEqual(
      cases.map(([name, , , wanted]) => [name, wanted]),
    );
    // For non-interactive runs.
    expect(bestKnownModel([small, dark])).toBe('dark');
    expect(bestKnownModel([small, dear, dark])).toBe('dear');
    expect(bestKnownModel([small, { ...small, id: 'tiny' }])).toBe('small');
  },
);

/** Answers of real servers, if there are any. */
const real = process.env.THROUGHLINE_MODEL_LISTS ?? '';

test.skipIf(!existsSync(path.join(real, 'openai-models.json')))('real lists offer chat models, and no others', () => {
  const read = (name: string) => readModels(JSON.parse(readFileSync(path.join(real, `${name}.json`), 'utf8'))) ?? [];
  for (const name of [
    'openai-models',
    'groq-models',
    'mistral-models',
    'copilot-models',
    'google-models',
    'ollama-tags',
  ]) {
    const shown = read(name);
    expect(shown.length, name).toBeGreaterThan(3);
    expect(
      shown.filter(({ id }) => /embed|whisper|tts|image|moderation|ocr|guard|minilm/.test(id)),
      name,
    ).toEqual([]);
  }
  expect(read('openrouter-models').find(({ id }) => id === 'anthropic/claude-opus-5')).toMatchObject({
    tools: true,
    images: true,
    price: { input: expect.any(Number), output: expect.any(Number) },
  });
});
