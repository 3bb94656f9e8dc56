// The provider APIs, by their names in the settings. `openai` is Chat Completions, the most common.

export const providerKinds = ['openai', 'responses', 'anthropic', 'gemini', 'ollama'] as const;
export type ProviderKind = (typeof providerKinds)[number];
