// Counts the function calls that a page's scripts make. Work is counted and not timed, so a busy machine changes nothing.

import type { Page } from '@playwright/test';

/** Returns how many functions the page called while `action` ran. */
export async function functionCallsWhile(page: Page, action: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await action();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  return result
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
}
