// Filters of a chain, and whether a call matches. Pure.

import type { ChainCall } from '../../../shared/conversation/chain.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { BoxState } from '../../core/calls/callState.ts';
import { queryTerms } from '../search/queryTerms.ts';
import type { ChainFilter } from './chainsStore.ts';

export function hasActiveFilter({ text, tools, outcomes, changed }: ChainFilter): boolean {
  return text.trim() !== '' || tools.length > 0 || outcomes.length > 0 || changed;
}

/** Cached search text of unchanged calls: there may be ten thousand per key press. */
const read = new WeakMap<ChainCall, { state: BoxState; text: string }>();

function textOf(call: ChainCall, state: BoxState): string {
  const cached = read.get(call);
  if (cached?.state === state) return cached.text;
  const text =
    `${call.name}\n${callLine(call, state).replaceAll(/[\u2068\u2069]/g, '')}\n${call.arguments}\n${call.resultHead}`.toLowerCase();
  read.set(call, { state, text });
  return text;
}

/** `matches`: keys of calls whose full arguments or results match, from the host. */
export function matchesFilter(
  call: ChainCall,
  state: BoxState,
  filter: ChainFilter,
  matches: ReadonlySet<string>,
): boolean {
  if (filter.tools.length > 0 && !filter.tools.includes(call.name)) return false;
  if (filter.outcomes.length > 0 && !(filter.outcomes as readonly string[]).includes(state)) return false;
  if (filter.changed && !call.changed) return false;
  if (filter.text.trim() === '' || matches.has(chainKey(call))) return true;
  const text = textOf(call, state);
  return queryTerms(filter.text).every((term) => text.includes(term.toLowerCase()));
}

/** Key of the call's box in the transcript. */
export function chainKey({ messageId, index }: Pick<ChainCall, 'messageId' | 'index'>): string {
  return `${messageId}:${index}`;
}
