// The provider APIs, by their names in the settings. `openai` is Chat Completions, the most common.

export const wireKinds = ['openai', 'responses', 'anthropic', 'gemini', 'ollama'] as const;
export type WireKind = (typeof wireKinds)[number];
