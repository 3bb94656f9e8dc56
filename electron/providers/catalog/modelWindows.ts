// Published context windows by model name, in tokens. The last resort: settings, rejections and the server are more
// reliable. Where a model reserves part of its window for output, the number is the input limit. Last checked in late
// 2026.
//
// Sources: platform.openai.com/docs/models · docs.anthropic.com (context windows) ·
// ai.google.dev/gemini-api/docs/models · docs.mistral.ai (models) · the model cards on huggingface.co of Llama, Qwen,
// DeepSeek, Kimi, GLM, Gemma, Phi, gpt-oss · docs.x.ai/docs/models · docs.cohere.com/docs/models · docs.aws.amazon.com
// (Nova).

/** The first match wins. `^` anchors at the name without its vendor prefix. */
const families: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  // OpenAI. GPT-5: 400,000, of which 128,000 are reserved for output.
  [/^gpt-5/, 272_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o|^chatgpt-4o|^gpt-4-turbo|^gpt-4-(1106|0125)|^gpt-4\.5|^gpt-oss|^o1-(mini|preview)/, 128_000],
  [/^codex-mini|^o[134](-|$)/, 200_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4(-|$)/, 8_192],
  [/^gpt-3\.5/, 16_385],
  // Anthropic. Opus and Sonnet have a million since 4.6; accounts without access learn the lower limit from the
  // rejection.
  [/^claude-(opus|sonnet)-(4[-.]([6-9]|\d\d(?!\d))|[5-9])(?!\d)/, 1_000_000],
  [/^claude-2\.0|^claude-instant/, 100_000],
  [/^claude/, 200_000],
  // Google.
  [/^gemini-1\.5-pro/, 2_097_152],
  [/^gemini-(1\.0|pro-vision|pro$)/, 32_760],
  [/^gemini/, 1_048_576],
  [/^gemma-?3-?(1b|270m)|^gemma-3n/, 32_768],
  [/^gemma-?([3-9])/, 131_072],
  [/^(code)?gemma|^medgemma-2/, 8_192],
  // Mistral.
  [/^(open-)?codestral-mamba|^devstral-medium-3/, 262_144],
  [/^codestral|^devstral-(2|small-2|medium-2)|^mistral-(large-3|large-2512)/, 256_000],
  [/^(open-)?mixtral-8x22b/, 65_536],
  [/^(open-)?mixtral|^mistral-7b|^open-mistral-7b|^mathstral/, 32_768],
  [/^magistral/, 40_960],
  [/^(open-)?mistral|^ministral|^pixtral|^devstral/, 131_072],
  // Meta.
  [/^(meta-)?llama-?4-?scout/, 10_000_000],
  [/^(meta-)?llama-?4/, 1_048_576],
  [/^(meta-)?llama-?v?3[.p-]?[123](?!\d|b)/, 131_072],
  [/^(meta-)?llama-?v?3/, 8_192],
  [/^(meta-)?llama-?2|^codellama/, 4_096],
  // Alibaba.
  [/^qwen-?(turbo|flash|plus|long)|^qwen3\.[5-9]-(plus|flash)|^qwen3-coder-(plus|flash)|^qwen2\.5.*-1m/, 1_000_000],
  [/^qwen3(\.\d)?-(coder|next|max)|^qwen3.*-2507|^qwen3\.[5-9]|^qwen3-vl/, 262_144],
  [/^qwen3-(30b|235b|32b|14b|8b|4b)|^qwq|^qvq|^qwen-?max/, 32_768],
  [/^qwen-?(3|2\.5|2)/, 32_768],
  [/^qwen/, 8_192],
  // Others.
  [/^deepseek-v4/, 1_000_000],
  [/^deepseek-coder(-33b|-6\.7b|-1\.3b)/, 16_384],
  [/^deepseek/, 128_000],
  [/^kimi-(k2\.|k2-(0905|thinking|turbo)|k[3-9])/, 262_144],
  [/^kimi|^moonshot-v1-128k/, 131_072],
  [/^moonshot-v1-32k/, 32_768],
  [/^moonshot/, 8_192],
  [/^glm-(5|4\.[6-9])/, 200_000],
  [/^glm-?4/, 128_000],
  [/^minimax-(m1|text)/, 1_000_000],
  [/^minimax-m/, 200_000],
  [/^grok-4-(1-)?fast|^grok-4[.-][1-9]/, 2_000_000],
  [/^grok-(4|code)/, 256_000],
  [/^grok/, 131_072],
  [/^command-a/, 256_000],
  [/^command-r/, 128_000],
  [/^(amazon[.-])?nova-micro/, 128_000],
  [/^(amazon[.-])?nova-(lite|pro)/, 300_000],
  [/^(amazon[.-])?nova-/, 1_000_000],
  [/^phi-?4-mini|^phi-?3(\.5)?.*-128k|^phi-?3\.5/, 128_000],
  [/^phi-?4-reasoning-plus|^phi-?4-reasoning/, 32_768],
  [/^phi-?4/, 16_384],
  [/^phi-?3/, 4_096],
  [/^granite-?(3\.[1-9]|4)/, 131_072],
];

/** Returns null for unknown names. Suffixes such as `[1m]` or `-128k` override the table. */
export function familyContextWindow(model: string): number | null {
  const name = plainName(model);
  const suffix = /\[(\d{1,4})([km])\]$/.exec(name);
  if (suffix) return Number(suffix[1]) * (suffix[2] === 'm' ? 1_000_000 : 1_000);
  const dated = families.find(([pattern]) => pattern.test(name));
  return dated ? dated[1] : null;
}

/**
 * Strips vendor prefixes and tags: `openai/gpt-4o`, `models/gemini-2.5-pro`, `anthropic.claude-3-5-sonnet`,
 * `llama3.1:8b`, `x:free`.
 */
function plainName(model: string): string {
  return model
    .toLowerCase()
    .trim()
    .replace(/^.*\//, '')
    .replace(/^(?:(?:us|eu|apac|global)\.)?(?:anthropic|meta|mistral|amazon|cohere|deepseek|qwen|openai|ai21)\./, '')
    .replace(/^claude-(\d(?:[.-]\d)?)-(opus|sonnet|haiku)/, 'claude-$2-$1')
    .replace(/:[\w.-]*$/, '');
}
