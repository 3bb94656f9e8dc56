// The wires that a provider can speak, by the word for each in the settings. `openai` is Chat Completions, which most speak.

export const wireKinds = ['openai', 'responses', 'anthropic', 'gemini', 'ollama'] as const;
export type WireKind = (typeof wireKinds)[number];
