// The disk operations of a tool call, counted: the same in a short conversation and in a long one.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { countingDisk, type DiskCounts } from '../support/countingDisk.ts';
import { runLoopCalls } from '../support/loopCalls.ts';
import { tempFolder } from '../support/tempFolder.ts';

const calls = 24;

async function countsPerCall(messages: number): Promise<DiskCounts[]> {
  const { disk, take } = countingDisk();
  const counts: DiskCounts[] = [];
  const onRequest = (): void => void counts.push(take());
  await runLoopCalls({ dataDir: join(tempFolder(), 'data'), messages, calls, disk, onRequest });
  // Before the first request, the conversation is opened and the user's message stored.
  return counts.slice(2);
}

test(cite('PERF-8', 'a tool call takes two writes and two syncs, and reads nothing that is stored'), {
  tags: ['all'],
}, async () => {
  for (const messages of [20, 2_000]) {
    const counts = await countsPerCall(messages);
    expect(counts.length).toBe(calls - 1);
    for (const call of counts) {
      expect(call.syncs).toBe(2);
      expect(call.writes).toBe(2);
      expect(call.bytesWritten).toBeLessThan(2_000);
    }
    // The list counts messages in parallel, more often the slower the run is; reads by the call itself would show in
    // every one.
    const read = counts.map((call) => call.bytesRead);
    expect(Math.min(...read)).toBeLessThan(2_000);
    expect(Math.max(...read)).toBeLessThan(messages * 700 + 20_000);
  }
});
