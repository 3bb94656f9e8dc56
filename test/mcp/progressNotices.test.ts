import { expect, test } from 'vitest';
import { createProgressNotices } from '../../electron/mcp/connection/progressNotices.ts';
import { cite } from '../support/cite.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

test(cite('MCP-4', 'of a flood of notices ten a second are told, and always the last'), async () => {
  const clock = createSteppedClock();
  const told: number[] = [];
  const notices = createProgressNotices<number>(clock, (progress) => told.push(progress));
  for (let at = 0; at < 1_000; at++) {
    notices.notice(at * 2);
    notices.notice(at * 2 + 1);
    await clock.advance(1);
  }
  notices.end();
  expect(told.length).toBeLessThanOrEqual(12);
  expect(told.at(-1)).toBe(1_999);
  await clock.advance(1_000);
  expect(told.at(-1)).toBe(1_999);
});
