// In which forms a request is shown and a conversation printed. Without a schema, for the command line.

/** How a request is shown: as the conversation's provider gets it, or in another provider's words. */
export const wireForms = ['provider', 'openai', 'responses', 'anthropic', 'gemini', 'ollama', 'mistral'] as const;

export type WireForm = (typeof wireForms)[number];

export const exportForms = ['markdown', 'json'] as const;

export type ExportForm = (typeof exportForms)[number];
