// Texts of a call for its row, bar and details.

import type { ChainCall } from '../../../shared/conversation/chain.ts';
import type { BoxState } from '../../core/calls/callState.ts';
import { formatDuration, formatRowDuration } from '../../core/format/duration.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { type CallTimes, runningMs, type Stall, waitingMs } from './callTimes.ts';
import { chainWords } from './words.ts';

const words = chainWords;

/** Its state in the words of the transcript. `label`: instead of the state's own. */
export function endOf(
  { neverStarted, isSkipped }: Pick<ChainCall, 'neverStarted' | 'isSkipped'>,
  state: BoxState,
): { state: BoxState; neverStarted: boolean; label: string | null } {
  const hasEnded = state === 'interrupted';
  return {
    state,
    neverStarted: hasEnded && neverStarted && !isSkipped,
    label: hasEnded && isSkipped ? strings.calls.resolved.skip : null,
  };
}

/** The call's measures, in reading order. Its details show the exact duration and the size. */
export function costParts(call: ChainCall, times: CallTimes): string[] {
  const waited = waitingMs(times);
  return [
    times.ran ? formatRowDuration(runningMs(times)) : '',
    times.waited || waited > 0 ? words.waited(formatDuration(waited)) : '',
    call.byHand ? words.byHand : '',
  ].filter(Boolean);
}

export function stallText(stall: Stall): string {
  return stall.kind === 'slow'
    ? words.slow(formatDuration(stall.defaultMs))
    : words.waitedLong(formatDuration(stall.ms));
}

/** Time to the second, with the date if it is not today. */
export function formatMoment(at: number): string {
  if (at <= 0) return '';
  const sameDay = new Date(at).toDateString() === new Date().toDateString();
  const day = sameDay ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(timeLocale, { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    at,
  );
}
