// A thread that answers requests: restarted when it exits, and paused if it does nothing but exit.

import { expect, test } from 'vitest';
import { createWorkerThread } from '../../electron/lib/workerThread.ts';

const source = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ type, call }) => {
  if (type === 'ask') parentPort.postMessage({ type: 'answer', call, answer: 'here' });
  else process.exit(7);
});`;
const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

type In = { type: 'ask' | 'end'; call: number };

function threadOf(restMs: number) {
  const ends: string[] = [];
  let starts = 0;
  const thread = createWorkerThread<In, { type: string }>(
    () => {
      starts++;
      return { name: 'test', file, data: null };
    },
    { restMs },
  );
  thread.onEnd = (reason) => void ends.push(reason);
  const ask = () => thread.ask<string>((call) => ({ type: 'ask', call }));
  const end = () => thread.ask<string>((call) => ({ type: 'end', call }));
  return { thread, ask, end, ends, starts: () => starts };
}

test('a thread that answers between its exits is restarted every time', { tags: ['all'] }, async () => {
  const { thread, ask, end, ends } = threadOf(3_600_000);
  for (let n = 0; n < 12; n++) {
    expect(await end()).toBeNull();
    expect(await ask()).toBe('here');
  }
  expect(ends).toHaveLength(12);
  expect(thread.restReason).toBeNull();
  await thread.close();
});

test('a thread that only exits pauses, says why, and is restarted once more afterwards', {
  tags: ['all'],
}, async () => {
  const resting = threadOf(3_600_000);
  for (let n = 0; n < 8; n++) expect(await resting.end()).toBeNull();
  expect(resting.thread.restReason).toBe('it ended');
  expect(await resting.ask()).toBeNull();
  expect(resting.starts()).toBe(8);
  await resting.thread.close();

  const rested = threadOf(1);
  for (let n = 0; n < 8; n++) await rested.end();
  await expect.poll(rested.ask).toBe('here');
  expect(rested.thread.restReason).toBeNull();
  await rested.thread.close();
});
