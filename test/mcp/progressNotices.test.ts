import { expect, test } from 'vitest';
import { createProgressNotices } from '../../electron/mcp/connection/progressNotices.ts';
import { cite } from '../support/cite.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

test(cite('MCP-4', 'in a flood of notices, ten a second are reported, and always the last'), async () => {
  const clock = createSteppedClock();
  const notices: number[] = [];
  const throttle = createProgressNotices<number>(clock, (progress) => notices.push(progress));
  for (let at = 0; at < 1_000; at++) {
    throttle.notice(at * 2);
    throttle.notice(at * 2 + 1);
    await clock.advance(1);
  }
  throttle.end();
  expect(notices.length).toBeLessThanOrEqual(12);
  expect(notices.at(-1)).toBe(1_999);
  await clock.advance(1_000);
  expect(notices.at(-1)).toBe(1_999);
});
