// A clock that only moves when a test advances it; waiters wake in order of their time.

import type { Clock } from '../../electron/ports/clock.ts';

export interface SteppedClock extends Clock {
  /** Advances it, stopping at each millisecond that someone waits for, and lets the awakened code run. */
  advance(ms: number): Promise<void>;
  /** How many wait now. */
  waiting(): number;
  /** Time passes, and nobody is awakened before the next `advance`. */
  sleep(ms: number): void;
}

export function createSteppedClock(): SteppedClock {
  let time = 0;
  const waiting = new Set<{ at: number; wake(): void }>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => new Date(time),
    elapsed: () => time,
    wait(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const entry = {
          at: time + ms,
          wake() {
            waiting.delete(entry);
            resolve();
          },
        };
        waiting.add(entry);
        signal?.addEventListener('abort', entry.wake, { once: true });
      });
    },
    waiting: () => waiting.size,
    sleep(ms) {
      time += ms;
    },
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        time = Math.max(time, next.at);
        next.wake();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}
