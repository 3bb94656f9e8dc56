// What a model of Anthropic's takes, by its name: thinking by effort or by a budget, sampling, how long a reply may be. Sources:
// the `capabilities` and `max_tokens` of its list of models (/v1/models), its pages on effort, adaptive thinking and preserved
// thinking, and its answers ("This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.").
// A newer model than those known here is taken to be like the newest.

import type { Effort, ModelAbilities } from '../../../shared/features/models/modelOptions.ts';

export interface Claude {
  /** It decides by itself how long it thinks, is given a budget of tokens, or does not think. */
  thinks: 'adaptive' | 'budget' | 'no';
  /** How its thinking is switched off; null: not at all. */
  off: 'leave_out' | 'disabled' | null;
  /** By `output_config`, from least to most. */
  efforts: readonly Effort[];
  /** `temperature` and the like are refused since 4.7. */
  sampling: boolean;
  /** Its thinking is bound to all that stood before it (since 5.1): what was changed has to be told with each request. */
  bound: boolean;
  maxOutput: number;
  defaultOutput: number;
  search: 'web_search_20250305' | 'web_search_20260318' | null;
}

interface Version {
  family: string;
  /** 4.6 is 406. */
  number: number;
}

/** `claude-opus-4-5-20251101`, `claude-3-7-sonnet-latest`, `us.anthropic.claude-sonnet-4-5-v1:0`, `anthropic/claude-haiku-4.5`. */
function versionOf(model: string): Version | null {
  if (/claude-mythos-preview/.test(model)) return { family: 'mythos', number: 406 };
  const found = /claude-(?:([a-z]+)-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?(?!\d)(?:-([a-z]+))?/.exec(model);
  if (!found) return null;
  const [, before, major, minor = '0', behind = ''] = found;
  return { family: before ?? behind, number: Number(major) * 100 + Number(minor) };
}

/** Null for a model of somebody else's, of which nothing is known. */
export function claudeOf(model: string): Claude | null {
  const version = versionOf(model);
  if (!version) return null;
  const { number } = version;
  const thinks = number >= 406 ? 'adaptive' : number >= 307 ? 'budget' : 'no';
  const maxOutput = mostOutputOf(version);
  return {
    thinks,
    off: offOf(version),
    efforts: effortsOf(version),
    sampling: number < 407,
    bound: number >= 501,
    maxOutput,
    defaultOutput: Math.min(maxOutput, thinks === 'adaptive' ? 64_000 : 32_000),
    search: number >= 405 ? 'web_search_20260318' : number >= 305 ? 'web_search_20250305' : null,
  };
}

function offOf({ family, number }: Version): Claude['off'] {
  if (number < 406) return 'leave_out';
  if (family === 'fable' || family === 'mythos') return null;
  // Until 5 they think only when they are told to; 4.7 and 4.8 refuse the word `disabled`.
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
  const claude = claudeOf(model);
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
