import { expect, test } from 'vitest';
import { createTimeSlice } from '../../electron/lib/cooperativeYield.ts';

test('many sliced tasks in parallel wait for one turn, not for one each', async () => {
  const slice = createTimeSlice(0);
  const pauses = await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (;;) {
        const pause = slice();
        if (pause) return [pause];
      }
    }),
  );
  expect(new Set(pauses.flat()).size).toBe(1);
});

test('after the turn a new slice starts', async () => {
  expect(createTimeSlice(10_000)()).toBeNull();
  const slice = createTimeSlice(0);
  const pauses: Promise<void>[] = [];
  while (pauses.length < 2) {
    const pause = slice();
    if (pause) pauses.push(pause);
    await pause;
  }
  expect(pauses[0]).not.toBe(pauses[1]);
});
