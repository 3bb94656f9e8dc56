// Makes short waits of a page long. The app ignores keys for a moment, or waits half a second for something to end: on a busy machine that
// is over before the test acts.

import type { Page } from '@playwright/test';

/**
 * Timers of exactly `ms` milliseconds that the page sets from now on take a minute, until it is loaded again or the returned
 * function is called.
 */
export async function lengthenTimers(page: Page, ms: number): Promise<() => Promise<void>> {
  const original = await page.evaluateHandle((short) => {
    const later = window.setTimeout;
    const patient = (run: () => void, given?: number) => later(run, given === short ? 60_000 : given);
    Object.assign(window, { setTimeout: patient });
    return later;
  }, ms);
  return () => page.evaluate((setTimeout) => void Object.assign(window, { setTimeout }), original);
}
