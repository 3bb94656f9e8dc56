// Shared by OpenAI's two APIs: options of models, authentication, and the usage of a reply.

import type { Usage } from '../../shared/conversation/message.ts';
import type { JsonObject } from '../../shared/core/json.ts';
import type { Effort, ModelAbilities } from '../../shared/features/models/modelOptions.ts';
import type { ApiHeaders } from './http/providerApi.ts';
import { objectOrNull, rawUsage, validCount } from './http/replyReader.ts';
import { nearestEffort } from './nearestEffort.ts';

/**
 * Options of models behind OpenAI's two APIs, by name. Sources: OpenAI's model pages and guides on reasoning and
 * parameter compatibility, docs.x.ai (reasoning), api-docs.deepseek.com (thinking mode); checked against the model data
 * of @earendil-works/pi-ai 1.5.2 (MIT, November 2026). First match wins; other names are unknown.
 */
export interface OpenAiModel {
  thinks: boolean;
  efforts: readonly Effort[];
  /** `without_effort`: only with effort "none"; rejected otherwise. */
  temperature: 'taken' | 'without_effort' | 'refused';
  maxOutput: number | null;
  /**
   * Chat Completions rejects tools with an effort: "To use function tools, use /v1/responses or set reasoning_effort to
   * 'none'".
   */
  toolsNeedNone?: true;
}

const low: readonly Effort[] = ['low', 'medium', 'high'];
const toXhigh: readonly Effort[] = [...low, 'xhigh'];
const toMax: readonly Effort[] = [...toXhigh, 'max'];

const quiet = (maxOutput: number | null): OpenAiModel => ({
  thinks: false,
  efforts: [],
  temperature: 'taken',
  maxOutput,
});
const thinker = (efforts: readonly Effort[], maxOutput: number | null = 128_000): OpenAiModel => ({
  thinks: true,
  efforts,
  temperature: efforts.includes('none') ? 'without_effort' : 'refused',
  maxOutput,
});
const open = (efforts: readonly Effort[], maxOutput: number | null = null): OpenAiModel => ({
  thinks: true,
  efforts,
  temperature: 'taken',
  maxOutput,
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
export function parseOpenAiModel(model: string): OpenAiModel | null {
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
    maxOutputTokens: model.maxOutput,
    thinking: model.thinks,
    providerSearch,
  };
}

/** The effort to send; unchanged for unknown models. */
export function effortFor(model: OpenAiModel | null, effort: Effort | undefined): Effort | undefined {
  if (effort === undefined || !model) return effort;
  return nearestEffort(effort, model.efforts);
}

/**
 * Authentication headers for OpenAI's two APIs. Azure takes keys in `api-key`, and sign-in tokens (JWTs) as bearer
 * (learn.microsoft.com, Azure OpenAI v1).
 */
export function keyHeaders(key: string | null, hasKeyHeader: boolean): ApiHeaders {
  if (key === null) return {};
  return hasKeyHeader && !key.startsWith('eyJ') ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}

/**
 * Converts usage from Chat Completions and Responses: names differ, meanings match. Cached tokens are part of the
 * input, and thinking is part of the output; if a server counts thinking separately, its total shows it. Returns null
 * without valid counts. `searches`: counted elsewhere.
 */
export function openAiUsage(value: unknown, searches?: number): Usage | null {
  const usage = objectOrNull(value);
  if (!usage) return null;
  const read = objectOrNull(usage.prompt_tokens_details) ?? objectOrNull(usage.input_tokens_details);
  const outputDetails = objectOrNull(usage.completion_tokens_details) ?? objectOrNull(usage.output_tokens_details);
  const input = validCount(usage.prompt_tokens) ?? validCount(usage.input_tokens);
  const reasoning = validCount(outputDetails?.reasoning_tokens) ?? validCount(usage.reasoning_tokens);
  const output = withThinking(
    validCount(usage.completion_tokens) ?? validCount(usage.output_tokens),
    reasoning,
    input,
    usage,
  );
  const cached =
    validCount(read?.cached_tokens) ?? validCount(usage.prompt_cache_hit_tokens) ?? validCount(usage.cached_tokens);
  const cacheWrites = validCount(read?.cache_write_tokens);
  const hasCounts = [input, output, cached, reasoning].some((tokens) => tokens !== undefined);
  if (!hasCounts) return null;
  // Some servers report more cached tokens than the prompt has.
  const parts = {
    cached: capped(cached, input),
    stored: capped(cacheWrites, input === undefined ? undefined : input - (capped(cached, input) ?? 0)),
    reasoning: capped(reasoning, output),
  };
  const clamped = parts.cached !== cached || parts.stored !== cacheWrites || parts.reasoning !== reasoning;
  const webSearches = searches ?? searchesOf(usage);
  const cost = reportedCost(usage);
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(parts.cached === undefined ? {} : { cachedInputTokens: parts.cached }),
    ...(parts.stored === undefined ? {} : { cacheWriteTokens: parts.stored }),
    ...(parts.reasoning === undefined ? {} : { reasoningTokens: parts.reasoning }),
    ...(webSearches ? { webSearches } : {}),
    ...(cost === undefined ? {} : { reportedCost: cost }),
    ...(clamped ? { clamped: true as const } : {}),
    ...rawUsage(usage),
  };
}

function capped(part: number | undefined, total: number | undefined): number | undefined {
  return part === undefined || total === undefined ? part : Math.min(part, Math.max(0, total));
}

/** xAI's Chat Completions count thinking separately: only then do the three add up to the total. */
function withThinking(
  output: number | undefined,
  thinking: number | undefined,
  input: number | undefined,
  usage: JsonObject,
) {
  const total = validCount(usage.total_tokens);
  if (output === undefined || input === undefined || !thinking || total === undefined) return output;
  return total === input + output + thinking ? output + thinking : output;
}

function searchesOf(usage: JsonObject): number | undefined {
  return (
    validCount(objectOrNull(usage.server_tool_use_details)?.web_search_requests) ??
    validCount(objectOrNull(usage.server_side_tool_usage_details)?.web_search_calls) ??
    validCount(usage.num_search_queries)
  );
}

/** docs.x.ai, cost tracking: "1 USD = 10,000,000,000 ticks". */
const ticksOfDollar = 1e10;

/**
 * In US dollars: OpenRouter's `cost` (one credit is one dollar; with the user's own key, plus the upstream price),
 * Perplexity's `cost.total_cost`, xAI's ticks.
 */
function reportedCost(usage: JsonObject): number | undefined {
  const ticks = validCount(usage.cost_in_usd_ticks);
  if (ticks !== undefined) return ticks / ticksOfDollar;
  const cost = validCount(usage.cost) ?? validCount(objectOrNull(usage.cost)?.total_cost);
  if (cost === undefined || usage.is_byok !== true) return cost;
  return cost + (validCount(objectOrNull(usage.cost_details)?.upstream_inference_cost) ?? 0);
}
