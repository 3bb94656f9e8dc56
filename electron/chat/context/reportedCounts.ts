// What a provider's counts of earlier requests say about the next one, and whether they can be believed. Everything is read from the
// log, so that it is the same after a restart. See docs/decisions/token-counts.md.

import { isCompaction } from '../../../shared/conversation/context.ts';
import type { AssistantMessage, Message, ReportedCount, Usage } from '../../../shared/conversation/message.ts';

export interface Baseline {
  /** Whether a record came after what the provider counted: the reply, and what follows it in the log. */
  behind(messageId: string): boolean;
  /** Tokens of the provider for each one of our reckoning. */
  ratio: number;
}

/** Reports beyond these speak of something else, such as only the part that was not in a cache. */
const minRatio = 0.25;
const maxRatio = 4;

/** The last reply of this model whose request both sides counted, hidden or not: hiding changes no factor. */
export function findBaseline(messages: readonly Message[], model: string): Baseline | null {
  if (unreliableCounts(messages, model)) return null;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Message;
    const ratio = isCounted(message, model) ? ratioOf(message.usage) : null;
    if (ratio === null) continue;
    const after = new Set(messages.slice(at).map(({ id }) => id));
    // What repair added has the id of what it stands beside.
    return { ratio, behind: (id) => after.has(id) || (id.includes('~') && after.has(id.slice(0, id.indexOf('~')))) };
  }
  return null;
}

/** Where the provider searched, it read the request several times over, and what it found. */
function ratioOf({ inputTokens, counted, webSearches }: Usage): number | null {
  if (!inputTokens || !counted || webSearches) return null;
  const ratio = inputTokens / counted;
  return ratio >= minRatio && ratio <= maxRatio ? ratio : null;
}

export interface UnreliableCounts {
  tokens: number;
  /** What the request was expected to take after it was compacted; null: the count is the same whatever is sent. */
  expected: number | null;
}

/** A compaction has no effect on the count when it falls by less than this share of what was expected. */
const minEffect = 0.25;
/** Below this share and this many tokens two requests are too much alike to tell anything. */
const minShare = 0.05;
const minDifference = 16;

/** Counts of the model that do not follow what is sent; null: there is no sign of it. */
export function unreliableCounts(messages: readonly Message[], model: string): UnreliableCounts | null {
  const isReply = (message: Message): message is CountedReply => isCounted(message, model);
  const last = messages.findLast(isReply);
  if (!last) return null;
  const at = messages.findLastIndex(isCompaction);
  const reported = messages[at]?.role === 'system' ? messages[at].compaction?.reported : undefined;
  const first = messages.slice(at + 1).find(isReply);
  // The counts of two models differ for other reasons.
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

/** The last request that both sides counted, also before an earlier compaction. */
export function lastReport(messages: readonly Message[], model: string): ReportedCount | null {
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

/** Providers answer with a longer name than was asked for (`gpt-4o-2024-08-06`), or one without its maker. */
function sameModel(answered: string, asked: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replace(/^.*\//, '').replace(/:.*$/, '');
  const [one, other] = [plain(answered), plain(asked)];
  return one.startsWith(other) || other.startsWith(one);
}
