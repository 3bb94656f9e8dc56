// Detects replies whose thinking the provider kept hidden: it only counted the tokens, or sent them encrypted.

import type { AssistantMessage } from './message.ts';

type Reply = Pick<AssistantMessage, 'reasoning' | 'usage' | 'providerData'>;

/** Types that hold thinking at Anthropic, OpenAI's Responses and OpenRouter. */
const thoughts: readonly unknown[] = ['thinking', 'redacted_thinking', 'reasoning', 'reasoning.encrypted'];

export function hasUnseenThinking({ reasoning, usage, providerData }: Reply): boolean {
  if (reasoning?.trim()) return false;
  if ((usage?.reasoningTokens ?? 0) > 0) return true;
  return Object.values(providerData ?? {}).some((wire) =>
    Object.values(isRow(wire) ? wire : {}).some((parts) => Array.isArray(parts) && parts.some(isThought)),
  );
}

function isThought(part: unknown): boolean {
  return isRow(part) && thoughts.includes(part.type);
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
