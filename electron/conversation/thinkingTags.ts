// The tags that models put around their thinking when a server leaves it in the reply's text. Sources: the reasoning
// parsers of vLLM (docs.vllm.ai) and SGLang (docs.sglang.io, separate reasoning), and the models' chat templates.

export interface ThinkingTag {
  opening: string;
  closing: string;
  /** A chat template may write the opening tag, so that only the closing one arrives. */
  mayBeOpen?: true;
}

export const thinkingTags: readonly ThinkingTag[] = [
  // DeepSeek R1, Qwen3, QwQ, GLM-4.5, MiniMax M2, Nemotron, Step3, Hunyuan.
  { opening: '<think>', closing: '</think>', mayBeOpen: true },
  { opening: '<thinking>', closing: '</thinking>', mayBeOpen: true },
  // EXAONE Deep.
  { opening: '<thought>', closing: '</thought>', mayBeOpen: true },
  { opening: '<reasoning>', closing: '</reasoning>' },
  // Seed-OSS.
  { opening: '<seed:think>', closing: '</seed:think>', mayBeOpen: true },
  // Magistral.
  { opening: '[THINK]', closing: '[/THINK]', mayBeOpen: true },
  // Kimi K2 Thinking.
  { opening: '◁think▷', closing: '◁/think▷', mayBeOpen: true },
  // Command A Reasoning.
  { opening: '<|START_THINKING|>', closing: '<|END_THINKING|>' },
  // Gemma 4.
  { opening: '<|channel>thought\n', closing: '<channel|>' },
  // gpt-oss: OpenAI's harmony format, if a server passes its special tokens through.
  { opening: '<|channel|>analysis<|message|>', closing: '<|end|>' },
  { opening: '<|start|>assistant<|channel|>analysis<|message|>', closing: '<|end|>' },
];

/** Markers before the answer, with or without thinking. */
export const answerMarks: readonly string[] = [
  '<|START_RESPONSE|>',
  '<|channel|>final<|message|>',
  '<|start|>assistant<|channel|>final<|message|>',
];

export const loneClosings: readonly string[] = thinkingTags
  .filter(({ mayBeOpen }) => mayBeOpen)
  .map(({ closing }) => closing);

/**
 * Models that expect their earlier thinking in the text, tags included (platform.minimax.io, M2 and later: interleaved
 * thinking).
 */
export function expectsTaggedThinking(model: string): boolean {
  return /(^|[/:])minimax-m[2-9]/i.test(model);
}

/** Models whose chat template opens the thinking, according to their vendors. */
export function opensThinking(model: string): boolean {
  return /(^|[/:])(deepseek-r1|qwq|qwen3[\w.-]*-thinking|minimax-m2)/i.test(model);
}
