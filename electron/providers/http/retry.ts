// Decides when to retry a failed model call; http/failure.ts decides whether. Pure. Uses the defaults of the providers'
// SDKs: two retries, 0.5 s doubling to 8 s, minus up to a quarter of jitter.

import type { ModelFailure, RetryPolicy } from '../../ports/provider.ts';

export interface RetryPolicyOptions {
  /** Returns a number in [0, 1). */
  random: () => number;
  /** Default 2. */
  maxRetries?: number;
}

const firstDelayMs = 500;
const maxDelayMs = 8000;
const jitter = 0.25;
/** Caps longer waits that a server requests or a wrong clock suggests: the user never waits longer without being asked. */
const maxQuestionMs = 60_000;

/** Never retries once the user has seen output. Retries a silent server only once. */
export function createRetryPolicy({ random, maxRetries = 2 }: RetryPolicyOptions): RetryPolicy {
  return (failure: ModelFailure, attempt: number) => {
    const retries = failure.code === 'LLM_TIMEOUT' ? Math.min(1, maxRetries) : maxRetries;
    if (!failure.retryable || attempt > retries) return null;
    if (failure.partial.text !== '' || failure.partial.reasoning !== '') return null;
    const requestedMs = failure.retryAfterMs;
    if (requestedMs !== undefined && !Number.isNaN(requestedMs))
      return Math.round(Math.min(Math.max(requestedMs, 0), maxQuestionMs));
    const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
    return Math.round(delay * (1 - jitter * random()));
  };
}
