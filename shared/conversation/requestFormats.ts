// The formats in which a request is shown and a conversation printed. No schema, so that the command line can load it
// cheaply.

/** Format of a shown request: what the conversation's provider receives, or another provider's format. */
export const requestFormatNames = [
  'provider',
  'openai',
  'responses',
  'anthropic',
  'gemini',
  'ollama',
  'mistral',
] as const;

export type RequestFormatName = (typeof requestFormatNames)[number];

export const exportForms = ['markdown', 'json'] as const;

export type ExportForm = (typeof exportForms)[number];
