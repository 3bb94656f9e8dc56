// An entry of a schedule's history as text.

import type { HistoryEntry } from '../../../shared/features/schedules/schedule.ts';
import { timeLocale } from '../../core/strings.ts';
import { scheduleWords } from './words.ts';

const labels = scheduleWords;

let format: Intl.DateTimeFormat | null = null;

/** Day and time here, also of times to come. */
export function formatDue(iso: string): string {
  format ??= new Intl.DateTimeFormat(timeLocale, { dateStyle: 'medium', timeStyle: 'short' });
  const at = Date.parse(iso);
  return Number.isNaN(at) ? '' : format.format(at);
}

export function entryTime(entry: HistoryEntry): string {
  return entry.type === 'run' ? (entry.cause.due ?? entry.claimedAt) : entry.to;
}

export function entryEnd(entry: HistoryEntry): string {
  if (entry.type === 'missed') return labels.missed(entry.count, entry.atLeast);
  if (entry.end !== null) return labels.ends[entry.end];
  return entry.startedAt === null ? labels.ends.soon : labels.ends.running;
}
