// Model options supported by each Gemini model, by name. Sources, checked November 2026:
// ai.google.dev/gemini-api/docs/thinking (levels since version 3, budgets for 2.5, and Google's own mapping from OpenAI
// efforts to budgets), …/tool-combination and …/models. Pure.

import type { Effort, ModelAbilities, ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { nearestEffort } from '../nearestEffort.ts';

/** 2.5 for `gemini-2.5-pro`; infinity for `gemini-flash-latest`; null for other models. */
export function versionOf(model: string): number | null {
  const name = nameOf(model);
  const numbered = /^gemini-(\d+(?:\.\d+)?)(?!\d)/.exec(name)?.[1];
  if (numbered !== undefined) return Number.parseFloat(numbered);
  if (/^gemini-[a-z-]*latest$/.test(name)) return Number.POSITIVE_INFINITY;
  return /^gemini-pro/.test(name) ? 1 : null;
}

/**
 * Version 3 requires signatures on calls and accepts images inside results. Names without a version may be version 3.
 */
export function needsSignatures(model: string): boolean {
  const version = versionOf(model);
  return version === null ? !/^gemma/.test(nameOf(model)) : version >= 3;
}

export function geminiAbilities(model: string): ModelAbilities {
  const version = versionOf(model) ?? 0;
  const thinking = thinks(model);
  return {
    efforts: effortsOf(model),
    temperature: true,
    maxOutputTokens: maxOutput(model),
    thinking,
    // Before version 3, a request has either its own tools or Google's, and ours always has its own.
    providerSearch: version >= 3 && !outputsMedia(model),
  };
}

/** Builds `generationConfig` from the options that the model accepts. */
export function generationConfig(model: string, options: ModelOptions = {}): Record<string, unknown> | null {
  const max = maxOutput(model) ?? Number.POSITIVE_INFINITY;
  const { temperature, maxOutputTokens } = options;
  const config = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens: Math.min(maxOutputTokens, max) }),
    ...thinkingConfig(model, options),
  };
  return Object.keys(config).length > 0 ? config : null;
}

function thinkingConfig(model: string, { effort, showThinking }: ModelOptions): Record<string, unknown> {
  const supported = effortsOf(model);
  if (!thinks(model)) return {};
  const level = effort === undefined ? undefined : nearestEffort(effort, supported);
  const strength =
    level === undefined ? {} : hasLevels(model) ? { thinkingLevel: level } : { thinkingBudget: budgetOf(model, level) };
  const config = { ...strength, ...(showThinking === false || level === 'none' ? {} : { includeThoughts: true }) };
  return Object.keys(config).length > 0 ? { thinkingConfig: config } : {};
}

function effortsOf(model: string): readonly Effort[] {
  const version = versionOf(model);
  const name = nameOf(model);
  if (/^gemma-[4-9]/.test(name)) return ['minimal', 'high'];
  if (!thinks(model) || version === null) return [];
  if (version < 3) return /flash/.test(name) ? ['none', 'low', 'medium', 'high'] : ['low', 'medium', 'high', 'max'];
  if (/^gemini-3-pro/.test(name)) return ['low', 'high'];
  return version < 3.7 && /flash/.test(name) ? ['minimal', 'low', 'medium', 'high'] : ['low', 'medium', 'high'];
}

/** In tokens. */
function budgetOf(model: string, effort: Effort): number {
  const maxBudget = /pro/.test(nameOf(model)) ? 32_768 : 24_576;
  const budgets: Record<Effort, number> = {
    none: 0,
    minimal: 1_024,
    low: 1_024,
    medium: 8_192,
    high: 24_576,
    xhigh: maxBudget,
    max: maxBudget,
  };
  return budgets[effort];
}

function hasLevels(model: string): boolean {
  const version = versionOf(model);
  return version === null ? /^gemma/.test(nameOf(model)) : version >= 3;
}

/** Other models reject `includeThoughts`. */
function thinks(model: string): boolean {
  if (outputsMedia(model)) return false;
  return (versionOf(model) ?? 0) >= 2.5 || /^gemma-[4-9]/.test(nameOf(model));
}

function outputsMedia(model: string): boolean {
  return /-(image|tts|live|audio|native-audio)(-|$)/.test(nameOf(model));
}

function maxOutput(model: string): number | null {
  const version = versionOf(model);
  if (version === null) return null;
  if (outputsMedia(model) || version >= 4) return 32_768;
  return version >= 2.5 ? 65_536 : 8_192;
}

function nameOf(model: string): string {
  return model.toLowerCase().replace(/^.*\//, '');
}
