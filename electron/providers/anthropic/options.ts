// Translates the conversation's model options to Messages API fields, as far as the model supports them.

import type { ModelRequest } from '../../ports/provider.ts';
import { claudeOf } from './abilities.ts';
import { type AnthropicMessage, isThinking } from './blocks.ts';

export interface AnswerOptions {
  max_tokens: number;
  thinking?:
    | { type: 'adaptive'; display?: 'summarized'; block_binding?: { prefix_mismatch_behavior: 'drop_block' } }
    | { type: 'enabled'; budget_tokens: number }
    | { type: 'disabled' };
  output_config?: { effort: string };
  temperature?: number;
}

/** `max_tokens` for unknown models; the API requires a value. */
const defaultOutput = 32_000;
/** Anthropic: "temperature: range: 0..1"; the default is 1. */
const maxTemperature = 1;
const minBudget = 1_024;
const budgets: Readonly<Partial<Record<string, number>>> = { low: 4_000, medium: 12_000, high: 24_000 };

export function answerOptions(
  { model, options = {} }: ModelRequest,
  messages: readonly AnthropicMessage[],
): AnswerOptions {
  const { effort, temperature, maxOutputTokens, showThinking = true } = options;
  const claude = claudeOf(model);
  const most = claude?.maxOutput ?? Number.POSITIVE_INFINITY;
  const output = { max_tokens: Math.min(maxOutputTokens ?? claude?.defaultOutput ?? defaultOutput, most) };
  if (!claude) return { ...output, ...(temperature === undefined ? {} : { temperature }) };
  const sampled = claude.sampling && temperature !== undefined && temperature <= maxTemperature ? { temperature } : {};
  const level = effort !== undefined && claude.efforts.includes(effort) ? { output_config: { effort } } : {};
  if (claude.thinks === 'adaptive') {
    // The API accepts only one of the two at a time: an explicit choice overrides the model's default.
    const isOff = effort === 'none' || (effort === undefined && 'temperature' in sampled);
    if (isOff && claude.off === 'leave_out') return { ...output, ...sampled };
    if (isOff && claude.off === 'disabled') return { ...output, thinking: { type: 'disabled' } };
    const binding = claude.bound ? { block_binding: { prefix_mismatch_behavior: 'drop_block' as const } } : {};
    const display = showThinking ? { display: 'summarized' as const } : {};
    return { ...output, thinking: { type: 'adaptive', ...display, ...binding }, ...level };
  }
  const budget = claude.thinks === 'budget' && effort !== undefined ? budgets[effort] : undefined;
  const available = Math.min(budget ?? 0, output.max_tokens - minBudget);
  if (available < minBudget || !mayThink(messages)) return { ...output, ...sampled, ...level };
  return { ...output, thinking: { type: 'enabled', budget_tokens: available }, ...level };
}

/**
 * Between tool calls and their results, a budget model cannot start thinking: "When `thinking` is enabled, a final
 * `assistant` message must start with a thinking block".
 */
function mayThink(messages: readonly AnthropicMessage[]): boolean {
  if (!messages.at(-1)?.content.some(({ type }) => type === 'tool_result')) return true;
  const first = messages.findLast(({ role }) => role === 'assistant')?.content[0];
  return first !== undefined && isThinking(first);
}
