// Converts Messages API usage, summed over continuations. Anthropic counts cache reads and writes separately from the
// input; `Usage` includes them. Provider-side compaction is listed separately.

import type { Usage } from '../../../shared/conversation/message.ts';
import { objectOrNull, rawUsage, validCount } from '../http/replyReader.ts';

type Counts = Record<string, unknown>;

/** Later counts are cumulative; fields they omit keep their value. */
export function mergeUsage(usage: Counts, later: unknown): Counts {
  const reported = Object.entries(objectOrNull(later) ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { ...usage, ...Object.fromEntries(reported) };
}

export function usageOf(messages: readonly Counts[]): Usage | null {
  const reported = messages.filter((usage) =>
    [usage.input_tokens, usage.output_tokens].some((n) => validCount(n) !== undefined),
  );
  const [first] = reported;
  if (!first) return null;
  const parts = reported.flatMap((usage) => [usage, ...compactions(usage)]);
  const sum = (read: (usage: Counts) => number | undefined): number | undefined => {
    const counts = parts.map(read).filter((n) => n !== undefined);
    return counts.length === 0 ? undefined : counts.reduce((all, n) => all + n, 0);
  };
  const cached = sum((usage) => validCount(usage.cache_read_input_tokens));
  const hour = sum((usage) => validCount(objectOrNull(usage.cache_creation)?.ephemeral_1h_input_tokens));
  const cacheWrites = sum(writtenTo);
  const output = sum((usage) => validCount(usage.output_tokens)) ?? 0;
  const thinking = sum((usage) => validCount(objectOrNull(usage.output_tokens_details)?.thinking_tokens));
  const searches = sum((usage) => validCount(objectOrNull(usage.server_tool_use)?.web_search_requests));
  const cost = sum((usage) => validCount(usage.cost));
  return {
    inputTokens: (sum((usage) => validCount(usage.input_tokens)) ?? 0) + (cached ?? 0) + (cacheWrites ?? 0),
    outputTokens: output,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(cacheWrites === undefined ? {} : { cacheWriteTokens: Math.max(0, cacheWrites - (hour ?? 0)) }),
    ...(hour ? { cacheWriteHourTokens: hour } : {}),
    ...(thinking === undefined ? {} : { reasoningTokens: Math.min(thinking, output) }),
    ...(searches ? { webSearches: searches } : {}),
    ...(cost === undefined ? {} : { reportedCost: cost }),
    ...(thinking !== undefined && thinking > output ? { clamped: true as const } : {}),
    ...rawUsage(reported.length === 1 ? first : { messages: reported }),
  };
}

function writtenTo(usage: Counts): number | undefined {
  const apart = objectOrNull(usage.cache_creation);
  const pieces = [apart?.ephemeral_5m_input_tokens, apart?.ephemeral_1h_input_tokens].map(validCount);
  const inAll = validCount(usage.cache_creation_input_tokens);
  if (inAll !== undefined || pieces.every((n) => n === undefined)) return inAll;
  return pieces.reduce<number>((all, n) => all + (n ?? 0), 0);
}

/** Anthropic's compaction docs: the message's totals exclude these. */
function compactions(usage: Counts): Counts[] {
  const iterations: unknown[] = Array.isArray(usage.iterations) ? usage.iterations : [];
  return iterations.flatMap((one) => {
    const counts = objectOrNull(one);
    return counts?.type === 'compaction' ? [counts] : [];
  });
}
