// Time, behind a port so that tests can control it.

export interface Clock {
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
  /** Resolves after `ms`, or immediately when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}
