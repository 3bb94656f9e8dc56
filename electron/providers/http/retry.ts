// When a failed model call is tried again; whether a status is worth it is decided in http/failure.ts. Pure: a
// random number comes in, a number of milliseconds goes out. The numbers are those of the providers' own clients: two retries, 0.5 s doubling to 8 s, up to a quarter less.

import type { ModelFailure, RetryPolicy } from '../../ports/provider.ts';

export interface RetryPolicyOptions {
  /** A number from 0 (included) to 1 (excluded). */
  random: () => number;
  /** Default 2. */
  maxRetries?: number;
}

const firstDelayMs = 500;
const maxDelayMs = 8000;
const jitter = 0.25;
/** A server may ask for more, or a wrong clock may seem to; nobody waits longer without being asked. */
const maxQuestionMs = 60_000;

/** Nothing is tried again once the person has seen some of the reply. A silent server is tried once more only. */
export function createRetryPolicy({ random, maxRetries = 2 }: RetryPolicyOptions): RetryPolicy {
  return (failure: ModelFailure, attempt: number) => {
    const retries = failure.code === 'LLM_TIMEOUT' ? Math.min(1, maxRetries) : maxRetries;
    if (!failure.retryable || attempt > retries) return null;
    if (failure.partial.text !== '' || failure.partial.reasoning !== '') return null;
    const asked = failure.retryAfterMs;
    if (asked !== undefined && !Number.isNaN(asked)) return Math.round(Math.min(Math.max(asked, 0), maxQuestionMs));
    const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
    return Math.round(delay * (1 - jitter * random()));
  };
}
