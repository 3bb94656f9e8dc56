// The system's clock, of which a test can leave a part out: a wait for a time within it ends at once.

import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';

export interface JumpingClock extends Clock {
  jump(ms: number): void;
}

export function createJumpingClock(): JumpingClock {
  let left = 0;
  const elapsed = (): number => systemClock.elapsed() + left;
  const waiting = new Set<{ until: number; wake(): void }>();
  return {
    now: () => new Date(systemClock.now().getTime() + left),
    elapsed,
    async wait(ms, signal) {
      const awakened = new AbortController();
      const entry = { until: elapsed() + ms, wake: () => awakened.abort() };
      waiting.add(entry);
      await systemClock.wait(ms, signal ? AbortSignal.any([signal, awakened.signal]) : awakened.signal);
      waiting.delete(entry);
    },
    jump(ms) {
      left += ms;
      for (const { until, wake } of waiting) if (until <= elapsed()) wake();
    },
  };
}
