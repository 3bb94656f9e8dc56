// What a model of Ollama's takes of the options, by its name: whether it thinks is told by /api/show, too, but a request is made
// of itself alone. Source: docs.ollama.com/capabilities/thinking, looked up in November 2026. Pure.

import type { Effort, ModelAbilities, ModelOptions } from '../../../shared/features/models/modelOptions.ts';

const onOrOff: readonly Effort[] = ['none', 'high'];
const levels: readonly Effort[] = ['low', 'medium', 'high'];

/** The first that fits decides; a name that fits none may think or not. */
const families: readonly (readonly [pattern: RegExp, efforts: readonly Effort[]])[] = [
  // It always thinks, and how much is all that can be said.
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
  const known = effortsOf(model);
  return {
    efforts: known ?? onOrOff,
    temperature: true,
    maxOutputTokens: null,
    thinking: known === null || known.length > 0,
    providerSearch: false,
  };
}

/**
 * `think` is said only where the person chose: without it a model thinks as it does by itself, and one that cannot think
 * refuses it. Null: nothing is said.
 */
export function thinkOf(model: string, { effort }: ModelOptions = {}): boolean | 'low' | 'medium' | 'high' | null {
  const known = effortsOf(model);
  if (effort === undefined || known?.length === 0) return null;
  if (known !== levels) return effort !== 'none';
  if (effort === 'none' || effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'medium' ? 'medium' : 'high';
}

/** Null: its name tells nothing. */
function effortsOf(model: string): readonly Effort[] | null {
  const name = model.toLowerCase().replace(/^.*\//, '');
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
