// Which PDF format each Chat Completions server accepts. Sources: OpenAI's file input guide and OpenRouter's PDF guide
// (a `file` part with `filename` and `file_data`); Mistral's API (a `document_url` chunk); Anthropic's OpenAI
// compatibility page (`file` is ignored); Groq and DeepSeek document text and images only. Other servers vary: some
// accept it, others reject the part.

export type PdfForm = 'file' | 'document_url' | 'none';

const byHost: { host: RegExp; form: PdfForm }[] = [
  { host: /(^|\.)(openai\.com|openrouter\.ai)$/, form: 'file' },
  { host: /(^|\.)mistral\.ai$/, form: 'document_url' },
  { host: /(^|\.)(anthropic|groq|deepseek)\.com$/, form: 'none' },
];

/** `host`: without port. `isKnown` false: sent in OpenAI's format, and may be rejected. */
export function pdfFormOf(host: string): { form: PdfForm; isKnown: boolean } {
  const hostEntry = byHost.find((entry) => entry.host.test(host));
  return { form: hostEntry?.form ?? 'file', isKnown: hostEntry !== undefined };
}
