// How servers that speak Chat Completions take a PDF. Sources: OpenAI's guide of file inputs and OpenRouter's of PDF inputs (a
// `file` part with `filename` and `file_data`); Mistral's API (a `document_url` chunk); Anthropic's page about its OpenAI
// compatibility (`file` is ignored); Groq and DeepSeek document text and images only. Of others nothing is known: some read
// it, others answer that they do not know such a part.

export type PdfForm = 'file' | 'document_url' | 'none';

const byHost: { host: RegExp; form: PdfForm }[] = [
  { host: /(^|\.)(openai\.com|openrouter\.ai)$/, form: 'file' },
  { host: /(^|\.)mistral\.ai$/, form: 'document_url' },
  { host: /(^|\.)(anthropic|groq|deepseek)\.com$/, form: 'none' },
];

/** `host`: without a port. `isKnown` false: it is sent as OpenAI takes it, and may be refused. */
export function pdfFormOf(host: string): { form: PdfForm; isKnown: boolean } {
  const known = byHost.find((entry) => entry.host.test(host));
  return { form: known?.form ?? 'file', isKnown: known !== undefined };
}
