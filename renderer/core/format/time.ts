// Formats times: relative at first, then dates; the full time for tooltips. Uses the interface language.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface TimeStrings {
  now: string;
  minutes(count: number): string;
  hours(count: number): string;
  short: { minutes(count: number): string; hours(count: number): string; days(count: number): string };
}

/** `iso` relative to `now` (ms). Returns an empty string for an invalid time. */
export function formatTime(iso: string, now: number, locale: string, words: TimeStrings): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const age = now - at;
  if (age < minute) return words.now;
  if (age < hour) return words.minutes(Math.floor(age / minute));
  if (age < day) return words.hours(Math.floor(age / hour));
  return formatDate(at, now, locale);
}

/** For narrow places: 5m, 3h and 2d, then dates after a week. */
export function formatShortTime(
  iso: string,
  now: number,
  locale: string,
  { now: justNow, short }: TimeStrings,
): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const age = now - at;
  if (age < minute) return justNow;
  if (age < hour) return short.minutes(Math.floor(age / minute));
  if (age < day) return short.hours(Math.floor(age / hour));
  return age < 7 * day ? short.days(Math.floor(age / day)) : formatDate(at, now, locale);
}

function formatDate(at: number, now: number, locale: string): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
}

const fullFormats = new Map<string, Intl.DateTimeFormat>();

export function formatFullTime(iso: string, locale: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  // Making one takes as long as rendering a row.
  const format = fullFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });
  fullFormats.set(locale, format);
  return format.format(at);
}
