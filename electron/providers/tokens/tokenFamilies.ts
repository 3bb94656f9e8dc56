// Scales counts from o200k_base (GPT-4o and later) to other model families, whose tokenizers produce more tokens.
// Factors err on the high side of published comparisons; the first reported usage corrects them.

interface TokenFamily {
  pattern: RegExp;
  factor: number;
  /** Whether o200k_base is the family's own vocabulary. */
  own: boolean;
}

const families: readonly TokenFamily[] = [
  { pattern: /gpt-oss|gpt-4o|gpt-4\.[15]|gpt-[5-9]|chatgpt|(^|[^a-z])o[1-9](-|$)/, factor: 1, own: true },
  { pattern: /gpt-4|gpt-3\.5/, factor: 1.1, own: false },
  // Anthropic's counting endpoint reports about a fifth more than o200k for English and code, and more for its newest
  // models.
  { pattern: /claude/, factor: 1.3, own: false },
  { pattern: /gemini|gemma/, factor: 1.1, own: false },
  { pattern: /mistral|mixtral|codestral|devstral|magistral|ministral/, factor: 1.25, own: false },
];

/** Llama, Qwen, DeepSeek, Kimi, GLM and others have vocabularies of similar size. */
const otherFamilies: TokenFamily = { pattern: /^/, factor: 1.15, own: false };

export function tokenFamily(model: string): { factor: number; own: boolean } {
  const name = model.toLowerCase();
  return families.find((family) => family.pattern.test(name)) ?? otherFamilies;
}
