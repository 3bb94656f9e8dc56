// Model abilities known by name, compared with a third-party catalog.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nearestEffort } from '../../../electron/providers/nearestEffort.ts';
import { effortFor, parseOpenAiModel } from '../../../electron/providers/openAi.ts';
import { efforts } from '../../../shared/features/models/modelOptions.ts';
import { corpusFolder } from '../../support/corpus.ts';

interface Listed {
  type?: string;
  id: string;
  reasoning?: boolean;
  maxTokens?: number;
  /** By this program's names and `off`; null: it does not support it. */
  thinkingLevelMap?: Record<string, string | null>;
}

describe.skipIf(corpusFolder === null)('the catalogue of November 2026', () => {
  test.each(['openai', 'xai'])('%s: efforts, thinking and the maximum tokens of each model', (vendor) => {
    const file = path.join(corpusFolder as string, 'catalog/pi-ai-1.5.2', `${vendor}.json`);
    const wires = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, Listed>>;
    const models = Object.values(wires).flatMap((listed) => Object.values(listed));
    const compared: string[] = [];
    for (const { type, id, reasoning, maxTokens, thinkingLevelMap: levels } of models) {
      // A name that says nothing about the model behind it.
      if (type !== 'chat' || id === 'chat-latest') continue;
      compared.push(id);
      const known = parseOpenAiModel(id);
      expect(known?.thinks, id).toBe(reasoning === true);
      if (known?.maxOutput != null && maxTokens !== undefined && !id.includes('spark') && !/gpt-4o-2024-05/.test(id)) {
        expect(known.maxOutput, id).toBe(maxTokens);
      }
      if (!levels || reasoning !== true) continue;
      const theirs = efforts.filter((effort) => levels[effort === 'none' ? 'off' : effort]);
      expect(known?.efforts, id).toEqual(theirs);
    }
    expect(compared.length).toBeGreaterThan(3);
  });
});

test('a vendor before the name is ignored', () => {
  for (const name of ['openai/gpt-5.2', 'openai.gpt-5.2', 'us.openai.gpt-5.2', 'azure/openai/gpt-5.2', 'GPT-5.2'])
    expect(parseOpenAiModel(name)?.efforts, name).toEqual(['none', 'low', 'medium', 'high', 'xhigh']);
  for (const name of ['', 'my-gpt-5.2', 'qwen3', 'claude-5']) expect(parseOpenAiModel(name), name).toBeNull();
});

test('an unsupported effort becomes the next lower one, and none is not a lower one', () => {
  expect(nearestEffort('max', ['low', 'high'])).toBe('high');
  expect(nearestEffort('medium', ['low', 'high'])).toBe('low');
  expect(nearestEffort('low', ['none', 'high'])).toBe('high');
  expect(nearestEffort('none', ['low', 'high'])).toBe('low');
  expect(nearestEffort('high', [])).toBeUndefined();
  expect(effortFor(null, 'max')).toBe('max');
  expect(effortFor(null, undefined)).toBeUndefined();
});
