// A call's maximum duration and its reported progress, with a clock that the test advances.

import { expect, test } from 'vitest';
import { startCallClock } from '../../electron/mcp/connection/callClock.ts';
import { createProgressNotices } from '../../electron/mcp/connection/progressNotices.ts';
import { cite } from '../support/cite.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

test(cite('MCP-4', 'overlapping pauses extend the timeout once'), async () => {
  const clock = createSteppedClock();
  const call = startCallClock(clock, 10_000);
  await clock.advance(5000);
  const ends: (() => void)[] = [];
  const pauses = [0, 1, 2].map(() => call.pause(() => new Promise<void>((resolve) => ends.push(resolve))));
  await clock.advance(20_000);
  expect(call.signal.aborted).toBe(false);
  for (const end of ends) end();
  await Promise.all(pauses);
  await clock.advance(4000);
  expect(call.signal.aborted).toBe(false);
  await clock.advance(2000);
  expect(call.signal.aborted).toBe(true);
});

test(cite('MCP-4', 'progress is reported at most ten times a second, and always the last'), async () => {
  const clock = createSteppedClock();
  const told: number[] = [];
  const notices = createProgressNotices<number>(clock, (progress) => told.push(progress));
  for (let n = 1; n <= 1000; n++) {
    notices.notice(n);
    await clock.advance(1);
  }
  expect(told.length).toBeLessThanOrEqual(11);
  expect(told.at(0)).toBe(1);
  notices.end();
  expect(told.at(-1)).toBe(1000);
  const { length } = told;
  await clock.advance(1000);
  expect(told.length).toBe(length);
});
