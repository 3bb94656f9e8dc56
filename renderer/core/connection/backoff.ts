// How long to wait before the next attempt to connect: quickly at first, then every ten seconds.

/** Milliseconds before attempt `attempt`, which counts from 1. */
export function backoff(attempt: number): number {
  return Math.min(10_000, 250 * 2 ** Math.max(0, attempt - 1));
}
