import { expect, test } from 'vitest';
import { createByteBudget } from '../../electron/lib/byteBudget.ts';
import { cite } from '../support/cite.ts';

test(cite('SYNC-6', 'work that holds bytes in memory waits in order until they are within the limit'), async () => {
  const budget = createByteBudget(10);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const work = [6, 5, 4, 30, 1].map((bytes, index) =>
    budget.use(bytes, async () => {
      started.push(index);
      await new Promise<void>((end) => (ends[index] = end));
      if (index === 1) throw new Error('failed');
      return bytes;
    }),
  );
  const settled = Promise.allSettled(work);
  await expect.poll(() => started).toEqual([0]);
  ends[0]?.();
  await expect.poll(() => started).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  // More than the limit is used alone.
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
  ends[4]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
