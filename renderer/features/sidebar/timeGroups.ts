// Groups conversations by last use: today, yesterday, the last 7 and 30 days, then months. Pure.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';

export interface TimeGroup {
  label: string;
  rows: ConversationRow[];
}

export interface TimeGroupStrings {
  today: string;
  yesterday: string;
  week: string;
  month: string;
}

/** `rows`: newest first; groups keep that order. Days follow the local calendar. */
export function timeGroups(
  rows: readonly ConversationRow[],
  now: number,
  locale: string,
  words: TimeGroupStrings,
): TimeGroup[] {
  const groups: TimeGroup[] = [];
  const labelOf = createLabels(now, locale, words);
  for (const row of rows) {
    const label = labelOf(Date.parse(row.updatedAt));
    const last = groups.at(-1);
    if (last?.label === label) last.rows.push(row);
    else groups.push({ label, rows: [row] });
  }
  return groups;
}

/** Formats group labels. A formatter costs more than the rest of a row, so each month is formatted once. */
function createLabels(now: number, locale: string, words: TimeGroupStrings): (at: number) => string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const [yesterday, week, month] = [daysBefore(today, 1), daysBefore(today, 7), daysBefore(today, 30)];
  const thisYear = new Date(now).getFullYear();
  const months = new Map<number, string>();
  return (at) => {
    if (Number.isNaN(at) || at >= today) return words.today;
    if (at >= yesterday) return words.yesterday;
    if (at >= week) return words.week;
    if (at >= month) return words.month;
    const day = new Date(at);
    const year = day.getFullYear();
    const key = year * 12 + day.getMonth();
    const cached = months.get(key);
    if (cached !== undefined) return cached;
    const label = day.toLocaleDateString(locale, {
      month: 'long',
      ...(year === thisYear ? {} : { year: 'numeric' }),
    });
    months.set(key, label);
    return label;
  };
}

function daysBefore(midnight: number, days: number): number {
  const day = new Date(midnight);
  return day.setDate(day.getDate() - days);
}
