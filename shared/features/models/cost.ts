// What a reply cost, from what the provider counted and what the model costs. Pure. What is not known is null and never 0.

/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Read from the provider's cache; without it as other input. */
  cacheRead?: number | undefined;
  /** Written to it for minutes; without it as other input. */
  cacheWrite?: number | undefined;
  /** Where a long input costs more, all of it does. */
  tiers?: readonly PriceTier[] | undefined;
}

interface PriceTier extends Omit<ModelPrice, 'tiers'> {
  /** Of input tokens, what came from a cache among them. */
  above: number;
}

/** `reported`: the provider said what it cost. `local`: the model runs on the person's own machine. */
export type CostSource = 'reported' | 'settings' | 'server' | 'catalogue' | 'local';

/** A price, and who says so. `date`: of the catalogue, or of a correction of it, as `2026-11-10`. */
export interface KnownPrice extends ModelPrice {
  by: Exclude<CostSource, 'reported'>;
  date?: string | undefined;
}

export interface Cost {
  usd: number;
  by: CostSource;
  date?: string;
  /** The reply had paid searches, whose price is not known: it cost more. */
  atLeast?: true;
}

/** What a reply counted, as in `Usage`. */
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
/** Anthropic, the one provider that keeps for an hour, charges twice the input for it (platform.claude.com, pricing). */
const hourTimes = 2;

/**
 * Null: not known. What the provider reports counts before what is reckoned. Every token is charged once: what was read from
 * or written to a cache is a part of the input, and thinking a part of the output.
 */
export function costOf(usage: CountedTokens | null | undefined, price: KnownPrice | null): Cost | null {
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

/** What a request would cost at least, before it is sent: its input, none of it from a cache. */
export function inputCost(tokens: number, price: KnownPrice | null): number | null {
  if (price === null) return null;
  return price.by === 'local' ? 0 : (tokens * priceFor(price, tokens).input) / million;
}

/** The price of a request with so much input. */
function priceFor(price: ModelPrice, inputTokens: number): Omit<ModelPrice, 'tiers'> {
  const reached = (price.tiers ?? []).filter(({ above }) => inputTokens > above);
  return reached.toSorted((one, other) => other.above - one.above)[0] ?? price;
}

function part(tokens: number | undefined, most: number): number {
  return Math.max(0, Math.min(tokens ?? 0, most));
}

function isAmount(usd: number): boolean {
  return Number.isFinite(usd) && usd >= 0;
}

/** To a millionth of a cent, so that a sum has no tail of digits. */
function rounded(usd: number): number {
  return Math.round(usd * 1e8) / 1e8;
}
