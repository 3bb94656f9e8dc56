// Times for people: relative up to a day, then dates; the full one for a tooltip. The language is the interface's.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface TimeStrings {
  now: string;
  minutes(count: number): string;
  hours(count: number): string;
}

/** `iso` as seen at `now` (milliseconds). An unreadable time gives an empty string. */
export function formatTime(iso: string, now: number, locale: string, words: TimeStrings): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const age = now - at;
  if (age < minute) return words.now;
  if (age < hour) return words.minutes(Math.floor(age / minute));
  if (age < day) return words.hours(Math.floor(age / hour));
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
}

export function formatFullTime(iso: string, locale: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(at);
}
