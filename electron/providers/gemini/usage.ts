// What a reply of Google's took, in the meaning of `Usage`. Thinking is not among the candidates' tokens; what tools of Google's
// own read is not among the prompt's; what came from a cache is.

import type { Usage } from '../../../shared/conversation/message.ts';
import { count, rawUsage, row } from '../http/replyReader.ts';

/** `searches`: that Google made for the reply. */
export function geminiUsage(given: unknown, searches: number): Usage | null {
  const usage = row(given);
  if (!usage) return null;
  const prompt = count(usage.promptTokenCount);
  const said = count(usage.candidatesTokenCount);
  const thoughts = count(usage.thoughtsTokenCount);
  const cached = count(usage.cachedContentTokenCount);
  if (prompt === undefined && said === undefined && thoughts === undefined) return null;
  const input = prompt === undefined ? undefined : prompt + (count(usage.toolUsePromptTokenCount) ?? 0);
  // More than all of it can only be a slip of the server's.
  const tooMany = cached !== undefined && input !== undefined && cached > input;
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(said === undefined && thoughts === undefined ? {} : { outputTokens: (said ?? 0) + (thoughts ?? 0) }),
    ...(cached === undefined ? {} : { cachedInputTokens: tooMany ? input : cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(searches === 0 ? {} : { webSearches: searches }),
    ...(tooMany ? { clamped: true as const } : {}),
    ...rawUsage(usage),
  };
}
