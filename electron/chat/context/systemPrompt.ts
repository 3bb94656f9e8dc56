// The composed system prompt. It is constant for a conversation under the same settings and never stored; anything that
// changes over time enters the history as `environment` records instead.

import words from './systemPrompt.md?raw';

export function composeSystemPrompt(instructions: string): string {
  const own = instructions.trim();
  return own === '' ? words.trim() : `${words.trim()}\n\nThe person's own instructions:\n${own}`;
}
