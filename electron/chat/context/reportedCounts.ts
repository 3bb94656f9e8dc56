// Derives from a provider's counts of earlier requests the size of the next one, and whether the counts are credible.
// Reads only the log, so the result survives restarts. See docs/decisions/token-counts.md.

import { isCompaction } from '../../../shared/conversation/context.ts';
import type { AssistantMessage, Message, ReportedCount, Usage } from '../../../shared/conversation/message.ts';

export interface Baseline {
  /** Whether a record follows the counted request: the reply, and later ones in the log. */
  behind(messageId: string): boolean;
  /** Provider tokens per estimated one. */
  ratio: number;
}

/** Ratios outside these bounds measure something else, such as only the uncached part. */
const minRatio = 0.25;
const maxRatio = 4;

/** Returns the model's last reply with counts from both sides, even if hidden: hiding does not change the factor. */
export function findBaseline(messages: readonly Message[], model: string): Baseline | null {
  if (detectUnreliableCounts(messages, model)) return null;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Message;
    const ratio = isCounted(message, model) ? ratioOf(message.usage) : null;
    if (ratio === null) continue;
    const after = new Set(messages.slice(at).map(({ id }) => id));
    // Rows added by repair have ids derived from their neighbor's.
    return { ratio, behind: (id) => after.has(id) || (id.includes('~') && after.has(id.slice(0, id.indexOf('~')))) };
  }
  return null;
}

/** With its own searches, a provider reads the request several times, plus the results. */
function ratioOf({ inputTokens, counted, webSearches }: Usage): number | null {
  if (!inputTokens || !counted || webSearches) return null;
  const ratio = inputTokens / counted;
  return ratio >= minRatio && ratio <= maxRatio ? ratio : null;
}

export interface UnreliableCounts {
  tokens: number;
  /** Expected size of the compacted request; null: the count is the same whatever is sent. */
  expected: number | null;
}

/** A compaction had no effect on the count if it dropped by less than this share of the expectation. */
const minEffect = 0.25;
/** Below this share and this many tokens, two requests are too similar to compare. */
const minShare = 0.05;
const minDifference = 16;

/** Detects counts of the model that do not depend on what is sent; null: no evidence. */
export function detectUnreliableCounts(messages: readonly Message[], model: string): UnreliableCounts | null {
  const isReply = (message: Message): message is CountedReply => isCounted(message, model);
  const last = messages.findLast(isReply);
  if (!last) return null;
  const at = messages.findLastIndex(isCompaction);
  const reported = messages[at]?.role === 'system' ? messages[at].compaction?.reported : undefined;
  const first = messages.slice(at + 1).find(isReply);
  // Counts of two models differ for other reasons.
  const isComparable = reported?.model !== undefined && sameModel(reported.model, model);
  const previous = messages.slice(0, messages.indexOf(last)).findLast(isReply);
  return (
    (reported && isComparable && first ? compared(reported, reportOf(first)) : null) ??
    (previous ? compared(reportOf(previous), reportOf(last)) : null)
  );
}

function compared(before: ReportedCount, after: ReportedCount): UnreliableCounts | null {
  const { tokens } = after;
  const difference = before.counted - after.counted;
  if (Math.abs(difference) < minDifference) return null;
  if (tokens === before.tokens) return { tokens, expected: null };
  if (difference < before.counted * minShare) return null;
  const expected = Math.round((before.tokens * after.counted) / before.counted);
  return tokens > before.tokens - (before.tokens - expected) * minEffect ? { tokens, expected } : null;
}

/** Returns the last request counted by both sides, even before an earlier compaction. */
export function lastReportedCount(messages: readonly Message[], model: string): ReportedCount | null {
  const last = messages.findLast((message): message is CountedReply => isCounted(message, model));
  if (last) return reportOf(last);
  const former = messages.findLast(isCompaction);
  return (former?.role === 'system' && former.compaction?.reported) || null;
}

function reportOf({ model = '', usage: { inputTokens = 0, counted = 0 } }: CountedReply): ReportedCount {
  return { model, tokens: inputTokens, counted };
}

type CountedReply = AssistantMessage & { usage: Usage };

function isCounted(message: Message, model: string): message is CountedReply {
  if (message.role !== 'assistant' || !message.usage || ratioOf(message.usage) === null) return false;
  return sameModel(message.model ?? '', model);
}

/** Providers may report a longer name than requested (`gpt-4o-2024-08-06`), or one without its vendor. */
function sameModel(answered: string, requested: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replace(/^.*\//, '').replace(/:.*$/, '');
  const [one, other] = [plain(answered), plain(requested)];
  return one.startsWith(other) || other.startsWith(one);
}
