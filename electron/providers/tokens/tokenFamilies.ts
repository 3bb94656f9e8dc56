// What a count with o200k_base, the vocabulary of GPT-4o and later, is worth for other families: they cut the same text
// into more pieces. The factors are on the safe side of what their makers and comparisons report; what a provider says of
// its own requests corrects them as soon as there is a reply.

interface TokenFamily {
  pattern: RegExp;
  factor: number;
  /** The vocabulary is its own. */
  own: boolean;
}

const families: readonly TokenFamily[] = [
  { pattern: /gpt-oss|gpt-4o|gpt-4\.[15]|gpt-[5-9]|chatgpt|(^|[^a-z])o[1-9](-|$)/, factor: 1, own: true },
  { pattern: /gpt-4|gpt-3\.5/, factor: 1.1, own: false },
  // Anthropic's counting endpoint gives about a fifth more than o200k for English and code, more for its newest models.
  { pattern: /claude/, factor: 1.3, own: false },
  { pattern: /gemini|gemma/, factor: 1.1, own: false },
  { pattern: /mistral|mixtral|codestral|devstral|magistral|ministral/, factor: 1.25, own: false },
];

/** Llama, Qwen, DeepSeek, Kimi, GLM and others have vocabularies of like size. */
const others: TokenFamily = { pattern: /^/, factor: 1.15, own: false };

export function tokenFamily(model: string): { factor: number; own: boolean } {
  const name = model.toLowerCase();
  return families.find((family) => family.pattern.test(name)) ?? others;
}
