// Translates model options to each Chat Completions dialect. Sends only what the user chose.

import type { Effort, ModelAbilities } from '../../../shared/features/models/modelOptions.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { nearestEffort } from '../nearestEffort.ts';
import { abilitiesOf, parseOpenAiModel } from '../openAi.ts';
import { type ChatDialect, effortRow, effortsOf } from './dialects.ts';

export interface ChatOptions {
  reasoning_effort?: string;
  reasoning?: { effort: string } | { enabled: boolean };
  thinking?: { type: 'enabled' | 'disabled' };
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  prompt_cache_key?: string;
  cache_control?: { type: 'ephemeral' };
}

const maxKeyLength = 64;

export function chatOptions(request: ModelRequest, dialect: ChatDialect): ChatOptions {
  const { model, options = {}, cacheKey } = request;
  const modelInfo = parseOpenAiModel(model);
  const effort = effortOf(request, dialect);
  const warm = modelInfo?.temperature ?? 'taken';
  const takesTemperature = warm === 'taken' || (warm === 'without_effort' && effort === 'none');
  const maxTokens = options.maxOutputTokens;
  // OpenAI: "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  const namesIt =
    modelInfo?.thinks && /^(.*\/|openai\.)?(gpt-[5-9]|o[1-9])/.test(model)
      ? 'max_completion_tokens'
      : dialect.maxTokensField;
  return {
    ...(effort === undefined ? {} : effortField(effort, model, dialect)),
    ...(options.temperature !== undefined && takesTemperature ? { temperature: options.temperature } : {}),
    ...(maxTokens === undefined ? {} : { [namesIt]: Math.min(maxTokens, modelInfo?.maxOutput ?? maxTokens) }),
    ...(dialect.cacheMark?.test(model) ? { cache_control: { type: 'ephemeral' } as const } : {}),
    ...(cacheKey !== undefined && dialect.cacheKey ? { prompt_cache_key: cacheKey.slice(0, maxKeyLength) } : {}),
  };
}

function effortOf({ model, options, tools }: ModelRequest, dialect: ChatDialect): Effort | undefined {
  const facts = parseOpenAiModel(model);
  const supported = effortsOf(dialect, model);
  // With tools, these models think only on request.
  if (facts?.toolsNeedNone && tools.length > 0 && dialect.effort === 'reasoning_effort') {
    return facts.efforts.includes('none') ? 'none' : undefined;
  }
  const chosen = options?.effort;
  if (chosen === undefined || supported === null) return chosen;
  return nearestEffort(chosen, supported);
}

function effortField(effort: Effort, model: string, dialect: ChatDialect): ChatOptions {
  const row = effortRow(dialect, model);
  const effortName = row?.words?.[effort] ?? effort;
  switch (row?.form ?? dialect.effort) {
    case 'thinking':
      if (effort === 'none') return { thinking: { type: 'disabled' } };
      return { thinking: { type: 'enabled' }, reasoning_effort: effortName };
    case 'reasoning.effort':
      return { reasoning: { effort: effortName } };
    case 'reasoning.enabled':
      return { reasoning: { enabled: effort !== 'none' } };
    case 'reasoning_effort':
      return { reasoning_effort: effortName };
  }
}

export function chatAbilities(model: string, dialect: ChatDialect): ModelAbilities {
  const facts = parseOpenAiModel(model);
  const efforts = effortsOf(dialect, model);
  const abilities = abilitiesOf(facts, dialect.search !== null);
  return efforts === null ? abilities : { ...abilities, efforts, thinking: facts?.thinks ?? efforts.length > 0 };
}
