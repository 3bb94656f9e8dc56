// Options of models behind OpenAI's two APIs, by name. Sources: OpenAI's model pages and guides on reasoning and
// parameter compatibility, docs.x.ai (reasoning), api-docs.deepseek.com (thinking mode); checked against the model data
// of @earendil-works/pi-ai 1.5.2 (MIT, November 2026). First match wins; other names are unknown.

import type { Effort, ModelAbilities } from '../../shared/features/models/modelOptions.ts';
import { nearestEffort } from './nearestEffort.ts';

export interface OpenAiModel {
  thinks: boolean;
  efforts: readonly Effort[];
  /** `without_effort`: only with effort "none"; rejected otherwise. */
  temperature: 'taken' | 'without_effort' | 'refused';
  most: number | null;
  /**
   * Chat Completions rejects tools with an effort: "To use function tools, use /v1/responses or set reasoning_effort to
   * 'none'".
   */
  toolsNeedNone?: true;
}

const low: readonly Effort[] = ['low', 'medium', 'high'];
const toXhigh: readonly Effort[] = [...low, 'xhigh'];
const toMax: readonly Effort[] = [...toXhigh, 'max'];

const quiet = (most: number | null): OpenAiModel => ({ thinks: false, efforts: [], temperature: 'taken', most });
const thinker = (efforts: readonly Effort[], most: number | null = 128_000): OpenAiModel => ({
  thinks: true,
  efforts,
  temperature: efforts.includes('none') ? 'without_effort' : 'refused',
  most,
});
const open = (efforts: readonly Effort[], most: number | null = null): OpenAiModel => ({
  thinks: true,
  efforts,
  temperature: 'taken',
  most,
});
/** After 5.5, only a temperature of 1 is accepted. */
const newest = (efforts: readonly Effort[]): OpenAiModel => ({
  ...thinker(efforts),
  temperature: 'refused',
  toolsNeedNone: true,
});

const byName: readonly (readonly [RegExp, OpenAiModel])[] = [
  [/^gpt-oss/, open(low)],
  [/^(gpt-3\.5|gpt-4-turbo)/, quiet(4096)],
  [/^gpt-4\.1/, quiet(32_768)],
  [/^(gpt-4o|chatgpt-4o)/, quiet(16_384)],
  [/^gpt-4(?!\.[5-9])/, quiet(8192)],
  [/^gpt-5(\.\d)?-chat/, quiet(16_384)],
  [/^o1-(mini|preview)/, { ...thinker([], 65_536) }],
  [/^o[134]\b/, thinker(low, 100_000)],
  [/^gpt-5-pro/, thinker(['high'])],
  [/^gpt-5-codex/, thinker(low)],
  [/^gpt-5(?!\.)/, thinker(['minimal', ...low])],
  [/^gpt-5\.1-codex-max/, thinker(toXhigh)],
  [/^gpt-5\.1-codex/, thinker(low)],
  [/^gpt-5\.1/, thinker(['none', ...low])],
  [/^gpt-5\.[2-5]-pro/, thinker(['medium', 'high', 'xhigh'])],
  [/^gpt-5\.(2-codex|3-codex-spark)/, thinker(toXhigh)],
  [/^gpt-5\.[2-5]/, thinker(['none', ...toXhigh])],
  [/^(gpt-5\.6-cyber|gpt-6-astra|gpt-6\.1-sol)/, newest(toMax)],
  [/^gpt-(5\.[6-9]|[6-9]|daybreak)/, newest(['none', ...toMax])],
  [/^grok-.*non-reasoning/, quiet(null)],
  [/^grok-3-mini/, open(['low', 'high'])],
  [/^grok-4\.3/, open(['none', ...toXhigh])],
  [/^grok-4\.[4-9]/, open(toXhigh)],
  [/^grok-(4|code)/, open([])],
  [/^grok-/, quiet(null)],
  [/^deepseek-(flash|pro|v[4-9])/, open(['none', 'low', 'high', 'max'], 384_000)],
  [/^deepseek-reasoner/, open([], 64_000)],
];

/** Returns null for unknown models. Ignores vendor prefixes (`openai/`, `openai.`, `us.openai.`). */
export function openAiModel(model: string): OpenAiModel | null {
  const name = model.toLowerCase().replace(/^(.*\/|([a-z]{2,6}\.)?(openai|xai|deepseek)\.)/, '');
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** For unknown models, what most accept; a chosen effort is always sent. */
const unknownAbilities: ModelAbilities = {
  efforts: low,
  temperature: true,
  maxOutputTokens: null,
  thinking: true,
  providerSearch: false,
};

export function abilitiesOf(model: OpenAiModel | null, providerSearch: boolean): ModelAbilities {
  if (!model) return { ...unknownAbilities, providerSearch };
  return {
    efforts: model.efforts,
    temperature: model.temperature !== 'refused',
    maxOutputTokens: model.most,
    thinking: model.thinks,
    providerSearch,
  };
}

/** The effort to send; unchanged for unknown models. */
export function effortFor(model: OpenAiModel | null, effort: Effort | undefined): Effort | undefined {
  if (effort === undefined || !model) return effort;
  return nearestEffort(effort, model.efforts);
}
