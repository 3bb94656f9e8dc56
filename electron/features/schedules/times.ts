// The due times of cron patterns, in their time zone. A time that a clock change skips is due when the clock has moved on; one
// that it repeats is due once.

import { Cron } from 'croner';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';

export interface TimePattern {
  cron: string;
  timeZone: string;
}

/** Never starts timers. Invalid patterns have no times. */
function read({ cron, timeZone }: TimePattern): Cron | null {
  try {
    return new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' });
  } catch {
    return null;
  }
}

export function checkPattern(pattern: TimePattern): Result<void> {
  if (!isTimeZone(pattern.timeZone)) {
    return fail('PARAMS_INVALID', say`“${pattern.timeZone}” is not a time zone. Use a name such as Europe/Paris.`);
  }
  const cron = read(pattern);
  if (cron === null) {
    return fail(
      'PARAMS_INVALID',
      say`“${pattern.cron}” is not a time that can be understood. See: docs/features/schedules.md`,
    );
  }
  return cron.nextRun() === null ? fail('PARAMS_INVALID', say`“${pattern.cron}” is never due.`) : ok(undefined);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** At most `count` due times after `after`, oldest first. */
export function nextTimes(pattern: TimePattern, after: Date, count: number): Date[] {
  return read(pattern)?.nextRuns(count, after) ?? [];
}

/** At most `count` due times before or at `until`, oldest first. */
export function lastTimes(pattern: TimePattern, until: Date, count: number): Date[] {
  // The library looks before its argument.
  return (read(pattern)?.previousRuns(count, new Date(until.getTime() + 1)) ?? []).toReversed();
}
