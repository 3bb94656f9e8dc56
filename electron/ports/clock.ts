// Time, behind a port so that tests can control it.

export interface Clock {
  now(): Date;
  /** Milliseconds that only ever grow; for durations. */
  elapsed(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}
