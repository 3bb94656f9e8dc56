// Values of --provider that are not ids: the presets, and the provider APIs by name.

import { chatAtOpenAi, knownProviders } from '../../shared/features/models/knownProviders.ts';

/** Responses at any address: `openai` means that only at OpenAI, and Chat Completions elsewhere. */
export const responsesName = 'responses';

export function providerNames(): string[] {
  const [first = '', ...others] = knownProviders.map(({ id }) => id);
  return [first, responsesName, chatAtOpenAi.id, ...others];
}
