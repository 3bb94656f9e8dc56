// The words of --provider that are no id: every preset, and the wires among them by their own names.

import { chatAtOpenAi, providerPresets } from '../../shared/features/models/knownProviders.ts';

/** Responses, wherever the address leads: `openai` is that at OpenAI only, and Chat Completions elsewhere. */
export const responsesWord = 'responses';

export function providerWords(): string[] {
  const [first = '', ...others] = providerPresets.map(({ id }) => id);
  return [first, responsesWord, chatAtOpenAi.id, ...others];
}
