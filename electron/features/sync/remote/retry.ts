// Repeats a failed request after growing pauses. Jitter keeps the devices of a user from returning all at once.

import type { Clock } from '../../../ports/clock.ts';

export interface Patience {
  clock: Clock;
  /** Returns a number in [0, 1). */
  random(): number;
}

export const maxAttempts = 5;
const firstPauseMs = 500;
const maxPauseMs = 30_000;
/** A store that asks for a longer pause is left alone until the next round. */
const maxRequestedMs = 60_000;

export type Attempt<T> = { kind: 'done'; value: T } | { kind: 'again'; value: T; retryAfterMs?: number };

/** Returns the value of the last attempt. Ends early when the signal aborts. */
export async function retried<T>(
  { clock, random }: Patience,
  signal: AbortSignal,
  attempt: () => Promise<Attempt<T>>,
): Promise<T> {
  for (let count = 1; ; count++) {
    const outcome = await attempt();
    if (outcome.kind === 'done' || count === maxAttempts || signal.aborted) return outcome.value;
    const requestedMs = outcome.retryAfterMs ?? 0;
    if (requestedMs > maxRequestedMs) return outcome.value;
    const pauseMs = Math.min(firstPauseMs * 2 ** (count - 1), maxPauseMs) * (1 - 0.25 * random());
    await clock.wait(Math.max(pauseMs, requestedMs), signal);
    if (signal.aborted) return outcome.value;
  }
}

/** Reads Retry-After: seconds or a date, which counts from the server's own. Undefined if there is none. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
