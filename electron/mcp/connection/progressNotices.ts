// Throttles progress notifications to a few per second, and always reports the last one.

import type { Clock } from '../../ports/clock.ts';

export interface ProgressNotices<P> {
  notice(progress: P): void;
  /** Reports pending progress. */
  end(): void;
}

const minMs = 100;

export function createProgressNotices<P>(clock: Clock, tell: (progress: P) => void): ProgressNotices<P> {
  const ended = new AbortController();
  let lastReportedAt = Number.NEGATIVE_INFINITY;
  let waiting: { progress: P } | null = null;

  function flush(): void {
    if (!waiting) return;
    const { progress } = waiting;
    waiting = null;
    lastReportedAt = clock.elapsed();
    tell(progress);
  }

  return {
    notice(progress) {
      const isWaiting = waiting !== null;
      waiting = { progress };
      if (isWaiting) return;
      const remainingMs = lastReportedAt + minMs - clock.elapsed();
      if (remainingMs <= 0) flush();
      else void clock.wait(remainingMs, ended.signal).then(flush);
    },
    end() {
      flush();
      ended.abort();
    },
  };
}
