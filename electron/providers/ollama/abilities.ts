// Model options of Ollama models, by name: /api/show reports thinking, too, but building a request must not query the
// server. Source: docs.ollama.com/capabilities/thinking, checked November 2026. Pure.

import type { Effort, ModelAbilities, ModelOptions } from '../../../shared/features/models/modelOptions.ts';

const onOrOff: readonly Effort[] = ['none', 'high'];
const levels: readonly Effort[] = ['low', 'medium', 'high'];

/** First match wins; unmatched names may or may not think. */
const families: readonly (readonly [pattern: RegExp, efforts: readonly Effort[]])[] = [
  // Always thinks; only the level is adjustable.
  [/^gpt-oss/, levels],
  [/^qwen3(\.\d+)?-?(coder|vl.*instruct|next.*instruct)|-instruct/, []],
  [
    /^(qwen3|qwq|deepseek-(r1|v3\.[1-9]|v[4-9])|magistral|glm-(4\.[5-9]|[5-9])|kimi-k2(-thinking|\.\d)|minimax-m|gemma[4-9]|nemotron-3|lfm2\.5-thinking|cogito|phi4-reasoning)/,
    onOrOff,
  ],
  [
    /^(llama|codellama|gemma[23]?(?!\d)|mistral|mixtral|codestral|devstral|ministral|phi[34]|qwen2|qwen:|command-|granite|starcoder|deepseek-coder)/,
    [],
  ],
];

export function ollamaAbilities(model: string): ModelAbilities {
  const supported = effortsOf(model);
  return {
    efforts: supported ?? onOrOff,
    temperature: true,
    maxOutputTokens: null,
    thinking: supported === null || supported.length > 0,
    providerSearch: false,
  };
}

/** Sends `think` only if the user chose it: models without thinking reject it. Null: omit it. */
export function thinkOption(model: string, { effort }: ModelOptions = {}): boolean | 'low' | 'medium' | 'high' | null {
  const supported = effortsOf(model);
  if (effort === undefined || supported?.length === 0) return null;
  if (supported !== levels) return effort !== 'none';
  if (effort === 'none' || effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'medium' ? 'medium' : 'high';
}

/** Null: unknown. */
function effortsOf(model: string): readonly Effort[] | null {
  const name = model.toLowerCase().replace(/^.*\//, '');
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
