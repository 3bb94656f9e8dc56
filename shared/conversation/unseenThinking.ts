// A reply that thought and of which the provider showed nothing: it only counted the tokens, or sent what was thought
// encrypted, for itself to read.

import type { AssistantMessage } from './message.ts';

type Reply = Pick<AssistantMessage, 'reasoning' | 'usage' | 'providerData'>;

/** As Anthropic, OpenAI's Responses and OpenRouter name what holds a thought. */
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
