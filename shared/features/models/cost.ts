// Calculates what a reply cost from the provider's counts and the model's price. Unknown is null, never 0.

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** For reads from the provider's cache; default: the input price. */
  cacheRead?: number | undefined;
  /** For writes to it, for minutes; default: the input price. */
  cacheWrite?: number | undefined;
  /** Above a tier's threshold its prices apply to the whole request. */
  tiers?: readonly PriceTier[] | undefined;
}

interface PriceTier extends Omit<ModelPrice, 'tiers'> {
  /** In input tokens, cached ones included. */
  above: number;
}

/** `reported`: by the provider. `local`: the model runs on the user's machine. */
export type CostSource = 'reported' | 'settings' | 'server' | 'catalogue' | 'local';

/** A price and its source. `date`: of the catalog or its correction, as `2026-11-10`. */
export interface PriceQuote extends ModelPrice {
  by: Exclude<CostSource, 'reported'>;
  date?: string | undefined;
}

export interface Cost {
  usd: number;
  by: CostSource;
  date?: string;
  /** The reply used paid searches of unknown price, so it cost more. */
  atLeast?: true;
}

/** A reply's token counts, as in `Usage`. */
export interface CountedTokens {
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  cacheWriteHourTokens?: number;
  webSearches?: number;
  reportedCost?: number;
}

const million = 1_000_000;
/**
 * Anthropic, the only provider with hour-long caching, charges twice the input price for it (platform.claude.com,
 * pricing).
 */
const hourTimes = 2;

/**
 * Returns the cost, or null if unknown. A cost reported by the provider takes precedence. Every token is charged once:
 * cache reads and writes are part of the input, thinking is part of the output.
 */
export function costOf(usage: CountedTokens | null | undefined, price: PriceQuote | null): Cost | null {
  if (!usage) return null;
  const { reportedCost, inputTokens, outputTokens, webSearches = 0 } = usage;
  if (reportedCost !== undefined && isAmount(reportedCost)) return { usd: reportedCost, by: 'reported' };
  if (price === null || inputTokens === undefined || outputTokens === undefined) return null;
  const source = { by: price.by, ...(price.date === undefined ? {} : { date: price.date }) };
  if (price.by === 'local') return { usd: 0, ...source };
  const per = priceFor(price, inputTokens);
  const read = part(usage.cachedInputTokens, inputTokens);
  const hour = part(usage.cacheWriteHourTokens, inputTokens - read);
  const write = part(usage.cacheWriteTokens, inputTokens - read - hour);
  const usd =
    ((inputTokens - read - hour - write) * per.input +
      read * (per.cacheRead ?? per.input) +
      write * (per.cacheWrite ?? per.input) +
      hour * per.input * hourTimes +
      outputTokens * per.output) /
    million;
  return { usd: rounded(usd), ...source, ...(webSearches > 0 ? { atLeast: true as const } : {}) };
}

/** Estimates a request's minimum cost before it is sent: its input, without caching. */
export function inputCost(tokens: number, price: PriceQuote | null): number | null {
  if (price === null) return null;
  return price.by === 'local' ? 0 : (tokens * priceFor(price, tokens).input) / million;
}

/** Returns the price for a request with this much input. */
function priceFor(price: ModelPrice, inputTokens: number): Omit<ModelPrice, 'tiers'> {
  const reached = (price.tiers ?? []).filter(({ above }) => inputTokens > above);
  return reached.toSorted((one, other) => other.above - one.above)[0] ?? price;
}

function part(tokens: number | undefined, max: number): number {
  return Math.max(0, Math.min(tokens ?? 0, max));
}

function isAmount(usd: number): boolean {
  return Number.isFinite(usd) && usd >= 0;
}

/** Rounds to a millionth of a cent, so that sums have no floating-point tail. */
function rounded(usd: number): number {
  return Math.round(usd * 1e8) / 1e8;
}
