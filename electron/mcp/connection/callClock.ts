// The timeouts of a call: one that restarts with each progress notification, and one for the whole call. Both pause
// while the user is being asked something.

import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';

export interface CallClock {
  /** Aborts on timeout; the reason is a sentence. */
  readonly signal: AbortSignal;
  progressed(): void;
  /** Lets the call take this long, with or without progress, if that is longer than its limit with progress. */
  becomeTask(ttlMs: number | null): void;
  pause<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

/** Without progress, a call ends after `limitMs`; with progress, after this multiple of it. */
const maxTimes = 30;
const lookMs = 1000;
/** The maximum duration of a task, which a server may keep for as long as it likes. */
const maxTaskMs = 24 * 60 * 60_000;

export function startCallClock(clock: Clock, limitMs: number): CallClock {
  const timeout = new AbortController();
  const callEnded = new AbortController();
  let since = clock.elapsed();
  let start = since;
  let taskMs: number | null = null;
  let paused = 0;
  let pausedAt = 0;

  const remainingMs = (): number => {
    const now = clock.elapsed();
    if (taskMs !== null) return start + taskMs - now;
    return Math.min(since + limitMs - now, start + limitMs * maxTimes - now);
  };
  void (async () => {
    while (!callEnded.signal.aborted) {
      const rest = remainingMs();
      if (paused === 0 && rest <= 0)
        return timeout.abort(new SentenceError(say`it took longer than ${Math.round((taskMs ?? limitMs) / 1000)} s`));
      await clock.wait(paused > 0 ? lookMs : rest, callEnded.signal);
    }
  })();

  return {
    signal: timeout.signal,
    progressed() {
      since = clock.elapsed();
    },
    becomeTask(ttlMs) {
      taskMs = Math.max(limitMs * maxTimes, Math.min(maxTaskMs, ttlMs ?? 0));
    },
    async pause(work) {
      // Overlapping pauses count once.
      if (paused++ === 0) pausedAt = clock.elapsed();
      try {
        return await work();
      } finally {
        if (--paused === 0) {
          const now = clock.elapsed();
          since = Math.min(now, since + now - pausedAt);
          start += now - pausedAt;
        }
      }
    },
    end: () => callEnded.abort(),
  };
}
