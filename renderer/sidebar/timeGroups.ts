// Conversations by when they were last used: today, yesterday, the last 7 and 30 days, then months. Pure.

import type { ConversationRow } from '../../shared/contract/resources.ts';

export interface TimeGroup {
  label: string;
  rows: ConversationRow[];
}

export interface GroupWords {
  today: string;
  yesterday: string;
  week: string;
  month: string;
}

/** `rows` newest first; the groups keep their order. Days are those of this machine's calendar. */
export function timeGroups(
  rows: readonly ConversationRow[],
  now: number,
  locale: string,
  words: GroupWords,
): TimeGroup[] {
  const groups: TimeGroup[] = [];
  for (const row of rows) {
    const label = labelOf(Date.parse(row.updatedAt), now, locale, words);
    const last = groups.at(-1);
    if (last?.label === label) last.rows.push(row);
    else groups.push({ label, rows: [row] });
  }
  return groups;
}

function labelOf(at: number, now: number, locale: string, words: GroupWords): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (Number.isNaN(at) || at >= today) return words.today;
  if (at >= daysBefore(today, 1)) return words.yesterday;
  if (at >= daysBefore(today, 7)) return words.week;
  if (at >= daysBefore(today, 30)) return words.month;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, { month: 'long', ...(sameYear ? {} : { year: 'numeric' }) }).format(at);
}

function daysBefore(midnight: number, days: number): number {
  const day = new Date(midnight);
  return day.setDate(day.getDate() - days);
}
