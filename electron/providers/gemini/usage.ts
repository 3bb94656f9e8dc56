// Converts Gemini usage. Google counts thinking separately from candidates, and its own tools separately from the
// prompt; cached tokens are part of the prompt.

import type { Usage } from '../../../shared/conversation/message.ts';
import { count, rawUsage, row } from '../http/replyReader.ts';

/** `searches`: Google searches made for the reply. */
export function geminiUsage(raw: unknown, searches: number): Usage | null {
  const usage = row(raw);
  if (!usage) return null;
  const prompt = count(usage.promptTokenCount);
  const candidateTokens = count(usage.candidatesTokenCount);
  const thoughts = count(usage.thoughtsTokenCount);
  const cached = count(usage.cachedContentTokenCount);
  if (prompt === undefined && candidateTokens === undefined && thoughts === undefined) return null;
  const input = prompt === undefined ? undefined : prompt + (count(usage.toolUsePromptTokenCount) ?? 0);
  // More cached than total tokens is a server bug.
  const tooMany = cached !== undefined && input !== undefined && cached > input;
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(candidateTokens === undefined && thoughts === undefined
      ? {}
      : { outputTokens: (candidateTokens ?? 0) + (thoughts ?? 0) }),
    ...(cached === undefined ? {} : { cachedInputTokens: tooMany ? input : cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(searches === 0 ? {} : { webSearches: searches }),
    ...(tooMany ? { clamped: true as const } : {}),
    ...rawUsage(usage),
  };
}
