// Converts usage from Chat Completions and Responses: names differ, meanings match. Cached tokens are part of the
// input, and thinking is part of the output; if a server counts thinking separately, its total shows it.

import type { Usage } from '../../shared/conversation/message.ts';
import type { JsonObject } from '../../shared/core/json.ts';
import { count, rawUsage, row } from './http/replyReader.ts';

/** Returns null without valid counts. `searches`: counted elsewhere. */
export function openAiUsage(value: unknown, searches?: number): Usage | null {
  const usage = row(value);
  if (!usage) return null;
  const read = row(usage.prompt_tokens_details) ?? row(usage.input_tokens_details);
  const outputDetails = row(usage.completion_tokens_details) ?? row(usage.output_tokens_details);
  const input = count(usage.prompt_tokens) ?? count(usage.input_tokens);
  const reasoning = count(outputDetails?.reasoning_tokens) ?? count(usage.reasoning_tokens);
  const output = withThinking(count(usage.completion_tokens) ?? count(usage.output_tokens), reasoning, input, usage);
  const cached = count(read?.cached_tokens) ?? count(usage.prompt_cache_hit_tokens) ?? count(usage.cached_tokens);
  const cacheWrites = count(read?.cache_write_tokens);
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
  const total = count(usage.total_tokens);
  if (output === undefined || input === undefined || !thinking || total === undefined) return output;
  return total === input + output + thinking ? output + thinking : output;
}

function searchesOf(usage: JsonObject): number | undefined {
  return (
    count(row(usage.server_tool_use_details)?.web_search_requests) ??
    count(row(usage.server_side_tool_usage_details)?.web_search_calls) ??
    count(usage.num_search_queries)
  );
}

/** docs.x.ai, cost tracking: "1 USD = 10,000,000,000 ticks". */
const ticksOfDollar = 1e10;

/**
 * In US dollars: OpenRouter's `cost` (one credit is one dollar; with the user's own key, plus the upstream price),
 * Perplexity's `cost.total_cost`, xAI's ticks.
 */
function reportedCost(usage: JsonObject): number | undefined {
  const ticks = count(usage.cost_in_usd_ticks);
  if (ticks !== undefined) return ticks / ticksOfDollar;
  const cost = count(usage.cost) ?? count(row(usage.cost)?.total_cost);
  if (cost === undefined || usage.is_byok !== true) return cost;
  return cost + (count(row(usage.cost_details)?.upstream_inference_cost) ?? 0);
}
