// Extracts the context window from a rejection. Each server words it differently; matches the limit, not the prompt's
// length.

const number = '([\\d][\\d,_]{2,11})';

/** One per wording, with its servers. */
const wordings: readonly RegExp[] = [
  // OpenAI, vLLM, DeepSeek, OpenRouter: "maximum context length is 128000 tokens"; xAI: "maximum prompt length is 131072".
  new RegExp(`maximum (?:context|prompt|input) length (?:is|of) ${number}`, 'i'),
  // vLLM: "longer than the maximum model length of 4096".
  new RegExp(`maximum model length of ${number}`, 'i'),
  // Anthropic: "prompt is too long: 208310 tokens > 200000 maximum", "exceed context limit: 188240 + 21333 > 200000".
  new RegExp(`prompt is too long:? *[\\d,]+ tokens > ${number}`, 'i'),
  new RegExp(`exceed context limit:? *[\\d,]+ \\+ [\\d,]+ > ${number}`, 'i'),
  // Mistral: "too large for model with 32768 maximum context length".
  new RegExp(`model with ${number} maximum context length`, 'i'),
  // llama.cpp: "exceeds the available context size (4096 tokens)", and `n_ctx`.
  new RegExp(`available context size \\(${number} tokens\\)`, 'i'),
  new RegExp(`n_ctx["']?\\s*[:=]\\s*${number}`, 'i'),
  // LM Studio: "the model is loaded with context length of only 4096 tokens".
  new RegExp(`context length of only ${number} tokens`, 'i'),
  // SGLang: "longer than the model's context length (4096 tokens)".
  new RegExp(`model's context length \\(${number} tokens\\)`, 'i'),
  // Gemini: "exceeds the maximum number of tokens allowed (1048576)".
  new RegExp(`maximum number of tokens allowed \\(${number}\\)`, 'i'),
  // Moonshot: "Your request exceeded model token limit: 8192".
  new RegExp(`exceeded model token limit:? *${number}`, 'i'),
  // DashScope: "Range of input length should be [1, 30720]".
  new RegExp(`range of input length should be \\[\\d+, *${number}\\]`, 'i'),
];

/** Returns null if none is named. */
export function windowFromRejection(text: string): number | null {
  for (const wording of wordings) {
    const match = wording.exec(text)?.[1];
    const tokens = match === undefined ? Number.NaN : Number(match.replace(/[,_]/g, ''));
    if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  }
  return null;
}
