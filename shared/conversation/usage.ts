// Token usage and cost of a reply, as stored with it.

import type { Cost } from '../features/models/cost.ts';

/**
 * A reply's token usage, with the same meaning for all providers (docs/features/costs.md): parts are already included
 * in their totals.
 */
export interface Usage {
  /** Total input, including cache reads and writes. */
  inputTokens?: number;
  /** Total output, including thinking. */
  outputTokens?: number;
  /** Part of the input: read from the provider's cache. */
  cachedInputTokens?: number;
  /** Part of the input: written to the provider's cache, for minutes and for an hour. */
  cacheWriteTokens?: number;
  cacheWriteHourTokens?: number;
  reasoningTokens?: number;
  webSearches?: number;
  /** US dollars, if the provider reports the cost. */
  reportedCost?: number;
  /** Cost at the prices of the time; absent: unknown. */
  cost?: Cost;
  /** A part exceeded its total and was clamped to it. */
  clamped?: true;
  /** The provider's usage object, unchanged. */
  raw?: Record<string, unknown>;
  /** Our own count of the same request, to calibrate against the provider's. */
  counted?: number;
  /** Cost of rejected replies that were requested again; they are stored nowhere else. */
  discarded?: DiscardedUsage;
}

interface DiscardedUsage {
  replies: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars, for replies whose cost is known. */
  usd?: number;
  unknown?: number;
}
