import { describe, expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { createContextWindows, defaultWindow } from '../../electron/providers/catalog/contextWindows.ts';
import { createModelLists } from '../../electron/providers/catalog/modelLists.ts';
import { familyContextWindow } from '../../electron/providers/catalog/modelWindows.ts';
import { windowFromRejection } from '../../electron/providers/http/refusedWindow.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import type { ModelInfo } from '../../shared/features/models/modelInfo.ts';
import { defaultSettings } from '../../shared/features/settings/settings.ts';
import { cite } from '../support/cite.ts';

describe('the table by name', () => {
  test.each([
    ['gpt-4o', 128_000],
    ['openai/gpt-4o-mini-2024-07-18', 128_000],
    ['gpt-4.1-mini', 1_047_576],
    ['gpt-5-codex', 272_000],
    ['gpt-4', 8_192],
    ['gpt-4-0613', 8_192],
    ['gpt-4-turbo-2024-04-09', 128_000],
    ['gpt-3.5-turbo', 16_385],
    ['gpt-oss:20b', 128_000],
    ['o1-mini', 128_000],
    ['o3', 200_000],
    ['o4-mini-high', 200_000],
    ['claude-3-5-sonnet-20241022', 200_000],
    ['anthropic/claude-3.7-sonnet', 200_000],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 200_000],
    ['claude-opus-4-1-20250805', 200_000],
    ['claude-opus-4-6', 1_000_000],
    ['anthropic/claude-sonnet-4.6', 1_000_000],
    ['claude-sonnet-4-5[1m]', 1_000_000],
    ['models/gemini-2.5-pro', 1_048_576],
    ['gemini-1.5-pro-002', 2_097_152],
    ['gemma3:27b', 131_072],
    ['gemma-3-1b-it', 32_768],
    ['mistral-large-latest', 131_072],
    ['mistralai/Mixtral-8x7B-Instruct-v0.1', 32_768],
    ['codestral-2508', 256_000],
    ['meta-llama/Llama-3.3-70B-Instruct', 131_072],
    ['llama3.1:8b', 131_072],
    ['llama3:8b', 8_192],
    ['llama-4-scout-17b-16e-instruct', 10_000_000],
    ['Qwen/Qwen2.5-Coder-32B-Instruct', 32_768],
    ['qwen3-coder-480b-a35b', 262_144],
    ['deepseek-chat', 128_000],
    ['deepseek/deepseek-r1:free', 128_000],
    ['kimi-k2-0905-preview', 262_144],
    ['moonshot-v1-8k', 8_192],
    ['glm-4.6', 200_000],
    ['microsoft/phi-4', 16_384],
    ['phi-3-mini-128k-instruct', 128_000],
    ['grok-4', 256_000],
    ['command-r-plus', 128_000],
  ])(cite('COMPACT-1', '%s has %d tokens'), (model, tokens) => {
    expect(familyContextWindow(model)).toBe(tokens);
  });

  test.each(['fake-model', 'my-finetune', '', 'o', 'gpt', 'octo-4'])('%s is unknown', (model) => {
    expect(familyContextWindow(model)).toBeNull();
  });
});

describe('precedence', () => {
  const windows = (
    list: () => Promise<Result<ModelInfo[]>>,
    contextWindows: Record<string, number> = {},
    clock = systemClock,
  ) =>
    createContextWindows({
      settings: async () => ({ ...defaultSettings, contextWindows }),
      lists: createModelLists({ listModels: list, clock }),
      clock,
      patienceMs: 50,
    });
  const nothing = async () => fail('LLM_NETWORK', 'no');
  const model = { provider: 'p', model: 'gpt-4o' };

  test(
    cite(
      'COMPACT-1',
      'settings before a rejection, that before the server, that before the table, that before a default',
    ),
    async () => {
      const list = async () => ok([{ id: 'gpt-4o', contextWindow: 64_000 }]);
      const told = windows(list, { 'p/gpt-4o': 50_000 });
      await told.learn(model, 40_000);
      expect(await told.of(model)).toEqual({ tokens: 50_000, source: 'settings' });
      const learnt = windows(list);
      expect(await learnt.of(model)).toEqual({ tokens: 64_000, source: 'server' });
      await learnt.learn(model, 40_000);
      expect(await learnt.of(model)).toEqual({ tokens: 40_000, source: 'learnt' });
      expect(await windows(nothing).of(model)).toEqual({ tokens: 128_000, source: 'family' });
      const unknown = { provider: 'p', model: 'something' };
      expect(await windows(nothing).of(unknown)).toEqual({ tokens: defaultWindow, source: 'default' });
    },
  );

  test(cite('COMPACT-1', 'a reply to a request beyond the known size corrects it, but not the settings'), async () => {
    const wrong = windows(nothing);
    await wrong.learn(model, 4_096);
    await wrong.learn(model, 4_000, 'reply');
    expect(await wrong.of(model)).toEqual({ tokens: 4_096, source: 'learnt' });
    await wrong.learn(model, 27_000, 'reply');
    expect(await wrong.of(model)).toEqual({ tokens: 128_000, source: 'family' });
    const unknown = { provider: 'p', model: 'something' };
    await wrong.learn(unknown, 60_000, 'reply');
    expect(await wrong.of(unknown)).toEqual({ tokens: 60_000, source: 'accepted' });
    const told = windows(nothing, { 'p/gpt-4o': 50_000 });
    await told.learn(model, 70_000, 'reply');
    expect(await told.of(model)).toEqual({ tokens: 50_000, source: 'settings' });
  });

  test(cite('COMPACT-1', 'a server that does not answer is waited for once, and not long'), async () => {
    let [asked, waits] = [0, 0];
    const clock: Clock = {
      ...systemClock,
      wait(...given) {
        waits++;
        return systemClock.wait(...given);
      },
    };
    const silent = windows(
      () => {
        asked++;
        return new Promise(() => {});
      },
      {},
      clock,
    );
    expect(await silent.of({ provider: 'p', model: 'something' })).toMatchObject({ source: 'default' });
    for (let n = 0; n < 20; n++) await silent.of({ provider: 'p', model: 'something' });
    expect([asked, waits]).toEqual([1, 1]);
  });

  test('a pattern in the settings matches by its asterisks', async () => {
    const told = windows(nothing, { 'p/my-*-model*': 9_000, '*:free': 7_000 });
    expect((await told.of({ provider: 'p', model: 'my-own-model-2' })).tokens).toBe(9_000);
    expect((await told.of({ provider: 'q', model: 'x:free' })).tokens).toBe(7_000);
    expect((await told.of({ provider: 'q', model: 'my-own-model' })).source).toBe('default');
  });
});

describe('sizes named in rejections', () => {
  test.each([
    [
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens.",
      128_000,
    ],
    ["This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens", 32_768],
    ['The decoder prompt (length 9999) is longer than the maximum model length of 4096.', 4_096],
    ['prompt is too long: 208310 tokens > 200000 maximum', 200_000],
    ['input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length', 200_000],
    ['Prompt contains 40000 tokens, too large for model with 32768 maximum context length', 32_768],
    ['request (10000 tokens) exceeds the available context size (4096 tokens), try increasing it', 4_096],
    ['{"n_prompt_tokens":9000,"n_ctx":8192,"type":"exceed_context_size_error"}', 8_192],
    ['However, the model is loaded with context length of only 4096 tokens, which is not enough.', 4_096],
    ['(n_keep: 4105>= n_ctx: 4096)', 4_096],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
    ["The input (5000 tokens) is longer than the model's context length (4096 tokens).", 4_096],
    ["This model's maximum prompt length is 131,072 but the request contains 140000 tokens.", 131_072],
    ['Your request exceeded model token limit: 8192 (requested: 9000)', 8_192],
    ['Range of input length should be [1, 30720]', 30_720],
    ['Your input exceeds the context window of this model.', null],
    ['Rate limit reached for 30000 tokens per minute', null],
  ])(cite('COMPACT-6', '%s'), (words, tokens) => {
    expect(windowFromRejection(words)).toBe(tokens);
  });
});
