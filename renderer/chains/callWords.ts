// A call in words: what its row, its bar and its details say.

import type { ChainCall } from '../../shared/contract/browseResources.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration } from '../format/duration.ts';
import { locale, strings } from '../strings.ts';
import type { CallTimes, Stall } from './callTimes.ts';

const words = strings.chains;

/** What it cost, in the order in which it is read. */
export function costParts(call: ChainCall, { ran, waited }: CallTimes): string[] {
  return [
    ran ? formatDuration(ran.to - ran.from) : '',
    call.outcome === 'ok' && call.bytes ? formatBytes(call.bytes) : '',
    waited ? words.waited(formatDuration(waited.to - waited.from)) : '',
    call.byHand ? words.byHand : '',
  ].filter(Boolean);
}

export function stallWords(stall: Stall): string {
  return stall.kind === 'slow' ? words.slow(formatDuration(stall.usualMs)) : words.waitedLong(formatDuration(stall.ms));
}

/** The moment, to the second, and the day where it is not today. */
export function formatMoment(at: number): string {
  if (at <= 0) return '';
  const sameDay = new Date(at).toDateString() === new Date().toDateString();
  const day = sameDay ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}
