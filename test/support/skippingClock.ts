// The system's clock, of which a test can skip a part: whoever waits for a time within it goes on at once.

import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';

export interface SkippingClock extends Clock {
  skip(ms: number): void;
}

export function createSkippingClock(): SkippingClock {
  let skipped = 0;
  const elapsed = (): number => systemClock.elapsed() + skipped;
  const waiting = new Set<{ until: number; wake(): void }>();
  return {
    now: () => new Date(systemClock.now().getTime() + skipped),
    elapsed,
    async wait(ms, signal) {
      const awakened = new AbortController();
      const entry = { until: elapsed() + ms, wake: () => awakened.abort() };
      waiting.add(entry);
      await systemClock.wait(ms, signal ? AbortSignal.any([signal, awakened.signal]) : awakened.signal);
      waiting.delete(entry);
    },
    skip(ms) {
      skipped += ms;
      for (const { until, wake } of waiting) if (until <= elapsed()) wake();
    },
  };
}
