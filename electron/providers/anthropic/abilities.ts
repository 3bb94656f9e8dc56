// Per-model capabilities of Claude, derived from the model name: effort or token budget, sampling, maximum output.
// Sources: `capabilities` and `max_tokens` of /v1/models; Anthropic's docs on effort, adaptive thinking and preserved
// thinking; and API errors ("This model does not support effort level 'xhigh'. Supported levels: high, low, max,
// medium."). Unknown newer models are treated like the newest known one.

import type { Effort, ModelAbilities } from '../../../shared/features/models/modelOptions.ts';

export interface Claude {
  /** `adaptive`: the model decides how long to think; `budget`: takes a token budget. */
  thinks: 'adaptive' | 'budget' | 'no';
  /** How to switch thinking off; null: not possible. */
  off: 'leave_out' | 'disabled' | null;
  /** Sent in `output_config`; lowest first. */
  efforts: readonly Effort[];
  /** Models since 4.7 reject `temperature` and the like. */
  sampling: boolean;
  /** Since 5.1, thinking is bound to all preceding content, so each request must declare what changed. */
  bound: boolean;
  maxOutput: number;
  defaultOutput: number;
  search: 'web_search_20250305' | 'web_search_20260318' | null;
}

interface Version {
  family: string;
  /** 4.6 becomes 406. */
  number: number;
}

/**
 * Accepts `claude-opus-4-5-20251101`, `claude-3-7-sonnet-latest`, `us.anthropic.claude-sonnet-4-5-v1:0`,
 * `anthropic/claude-haiku-4.5`.
 */
function versionOf(model: string): Version | null {
  if (/claude-mythos-preview/.test(model)) return { family: 'mythos', number: 406 };
  const match = /claude-(?:([a-z]+)-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?(?!\d)(?:-([a-z]+))?/.exec(model);
  if (!match) return null;
  const [, before, major, minor = '0', suffix = ''] = match;
  return { family: before ?? suffix, number: Number(major) * 100 + Number(minor) };
}

/** Returns null for other vendors' models. */
export function parseClaudeModel(model: string): Claude | null {
  const version = versionOf(model);
  if (!version) return null;
  const { number } = version;
  const thinks = number >= 406 ? 'adaptive' : number >= 307 ? 'budget' : 'no';
  const maxOutput = mostOutputOf(version);
  return {
    thinks,
    off: offMode(version),
    efforts: effortsOf(version),
    sampling: number < 407,
    bound: number >= 501,
    maxOutput,
    defaultOutput: Math.min(maxOutput, thinks === 'adaptive' ? 64_000 : 32_000),
    search: number >= 405 ? 'web_search_20260318' : number >= 305 ? 'web_search_20250305' : null,
  };
}

function offMode({ family, number }: Version): Claude['off'] {
  if (number < 406) return 'leave_out';
  if (family === 'fable' || family === 'mythos') return null;
  // Before 5, models think only on request; 4.7 and 4.8 reject `disabled`.
  if (number < 500) return 'leave_out';
  return number === 500 || (family === 'haiku' && number < 600) ? 'disabled' : null;
}

function effortsOf({ family, number }: Version): readonly Effort[] {
  if (number >= 407) return ['low', 'medium', 'high', 'xhigh', 'max'];
  if (number >= 406) return ['low', 'medium', 'high', 'max'];
  return family === 'opus' && number === 405 ? ['low', 'medium', 'high'] : [];
}

function mostOutputOf({ family, number }: Version): number {
  if (number >= 406) return 128_000;
  if (number >= 405) return 64_000;
  if (number >= 400) return family === 'opus' ? 32_000 : 64_000;
  if (number >= 307) return 64_000;
  return number >= 305 ? 8_192 : 4_096;
}

export function anthropicAbilities(model: string): ModelAbilities {
  const claude = parseClaudeModel(model);
  if (!claude) return { efforts: [], temperature: true, maxOutputTokens: null, thinking: false, providerSearch: false };
  const levels: readonly Effort[] = claude.thinks === 'budget' ? ['low', 'medium', 'high'] : claude.efforts;
  return {
    efforts: claude.off !== null && claude.thinks !== 'no' ? ['none', ...levels] : levels,
    temperature: claude.sampling,
    maxOutputTokens: claude.maxOutput,
    thinking: claude.thinks !== 'no',
    providerSearch: claude.search !== null,
  };
}
