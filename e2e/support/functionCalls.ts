// Counts the function calls that a page's scripts make. Work is counted and not timed, so a busy machine changes nothing.

import type { Page } from '@playwright/test';

/** Returns how many functions the page called, and how many frames it drew, while `action` ran. */
export async function functionCallsWhile(
  page: Page,
  action: () => Promise<void>,
): Promise<{ calls: number; frames: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const frames = await page.evaluateHandle(() => {
    const counted = { count: 0 };
    const frame = (): void => {
      counted.count++;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return counted;
  });
  await action();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const { count } = await frames.jsonValue();
  await session.detach();
  const calls = result
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
  return { calls, frames: count };
}
