// What a reply took, as Chat Completions and Responses say it: the names differ, the meaning does not. What came from a cache
// is part of the input, and thinking of the output; where a server counts its thinking apart, its total tells.

import type { Usage } from '../../shared/conversation/message.ts';
import { count, rawUsage, row } from './http/replyReader.ts';

type Row = Record<string, unknown>;

/** Null when it has no number that counts. `searches`: those that were counted elsewhere. */
export function openAiUsage(value: unknown, searches?: number): Usage | null {
  const usage = row(value);
  if (!usage) return null;
  const read = row(usage.prompt_tokens_details) ?? row(usage.input_tokens_details);
  const written = row(usage.completion_tokens_details) ?? row(usage.output_tokens_details);
  const input = count(usage.prompt_tokens) ?? count(usage.input_tokens);
  const reasoning = count(written?.reasoning_tokens) ?? count(usage.reasoning_tokens);
  const output = withThinking(count(usage.completion_tokens) ?? count(usage.output_tokens), reasoning, input, usage);
  const cached = count(read?.cached_tokens) ?? count(usage.prompt_cache_hit_tokens) ?? count(usage.cached_tokens);
  const stored = count(read?.cache_write_tokens);
  const known = [input, output, cached, reasoning].some((tokens) => tokens !== undefined);
  if (!known) return null;
  // Some servers report more cached tokens than the whole prompt has.
  const parts = {
    cached: capped(cached, input),
    stored: capped(stored, input === undefined ? undefined : input - (capped(cached, input) ?? 0)),
    reasoning: capped(reasoning, output),
  };
  const clamped = parts.cached !== cached || parts.stored !== stored || parts.reasoning !== reasoning;
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

function capped(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined ? part : Math.min(part, Math.max(0, whole));
}

/** xAI's Chat Completions count thinking beside the output: only then are the three of them the total. */
function withThinking(output: number | undefined, thinking: number | undefined, input: number | undefined, usage: Row) {
  const total = count(usage.total_tokens);
  if (output === undefined || input === undefined || !thinking || total === undefined) return output;
  return total === input + output + thinking ? output + thinking : output;
}

function searchesOf(usage: Row): number | undefined {
  return (
    count(row(usage.server_tool_use_details)?.web_search_requests) ??
    count(row(usage.server_side_tool_usage_details)?.web_search_calls) ??
    count(usage.num_search_queries)
  );
}

/** docs.x.ai, cost tracking: "1 USD = 10,000,000,000 ticks". */
const ticksOfDollar = 1e10;

/**
 * US dollars. OpenRouter's `cost` (credits, one to the dollar; with a key of one's own the upstream provider's price comes
 * on top), Perplexity's `cost.total_cost`, xAI's ticks.
 */
function reportedCost(usage: Row): number | undefined {
  const ticks = count(usage.cost_in_usd_ticks);
  if (ticks !== undefined) return ticks / ticksOfDollar;
  const cost = count(usage.cost) ?? count(row(usage.cost)?.total_cost);
  if (cost === undefined || usage.is_byok !== true) return cost;
  return cost + (count(row(usage.cost_details)?.upstream_inference_cost) ?? 0);
}
