// Formats durations in ms: < 1 ms, 40 ms, 1.2 s, 2 min 5 s, 1 h 3 min; 40 毫秒, 2 分 5 秒. Localizes numbers; units come
// from the language's strings.

import { locale, strings } from '../strings.ts';

interface DurationStrings {
  milliseconds(count: string): string;
  seconds(count: string): string;
  minutes(count: string): string;
  hours(count: string): string;
}

export interface Durations {
  formatDuration(ms: number): string;
  /** For running timers: whole seconds, so that the figure does not flicker. */
  formatElapsed(ms: number): string;
  /** For rows: empty below a second, which is not worth reading. */
  formatRowDuration(ms: number): string;
}

/** Rounds to a second. */
const minRowMs = 999.5;

/** @internal */
export function createDurationFormatters(language: string, words: DurationStrings): Durations {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

  function inSeconds(seconds: number): string {
    if (seconds < 60) return words.seconds(whole.format(seconds));
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${words.minutes(whole.format(minutes))} ${words.seconds(whole.format(seconds % 60))}`;
    return `${words.hours(whole.format(Math.floor(minutes / 60)))} ${words.minutes(whole.format(minutes % 60))}`;
  }

  function formatDuration(ms: number): string {
    const value = Math.max(0, ms);
    if (value < 0.5) return `< ${words.milliseconds(whole.format(1))}`;
    if (value < minRowMs) return words.milliseconds(whole.format(value));
    if (value < 9950) return words.seconds(tenths.format(value / 1000));
    return inSeconds(Math.round(value / 1000));
  }

  return {
    formatDuration,
    formatElapsed: (ms) => inSeconds(Math.floor(Math.max(0, ms) / 1000)),
    formatRowDuration: (ms) => (ms < minRowMs ? '' : formatDuration(ms)),
  };
}

export const { formatDuration, formatElapsed, formatRowDuration } = createDurationFormatters(locale, strings.ui.units);
