// Work that an agent may take only so long for.

import type { Clock } from '../ports/clock.ts';

/** Thrown in place of what the work throws once its time is up. */
export class TimeIsUp extends Error {}

/** `work` must end when its signal aborts: after `ms`, or with `signal`. */
export async function withinTime<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const over = new AbortController();
  void clock.wait(ms, over.signal).then(() => {
    if (!over.signal.aborted) late.abort();
  });
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (thrown) {
    throw late.signal.aborted && !signal.aborted ? new TimeIsUp() : thrown;
  } finally {
    over.abort();
  }
}
