// Decides when to retry a failed model call; http/failure.ts decides whether. Pure. The first delay is that of the
// providers' SDKs, half a second. It doubles up to a minute, minus up to a quarter of jitter, so that the clients of a
// busy server do not all return at once.

import type { ModelFailure, RetryPolicy } from '../../ports/provider.ts';

const firstDelayMs = 500;
const maxDelayMs = 60_000;
const jitter = 0.25;
/** A wait that a server requests may exceed the limit if a user sees it and can end it. */
const maxRequestedMs = 3_600_000;
/** Without a user, an address that never answered is probably wrong: a script ends after this. */
const maxUnansweredMs = 60_000;
/** A server that keeps requesting no wait at all is asked once a second. */
const minRequestedMs = 1_000;

export interface RetryPolicyOptions {
  /** Returns a number in [0, 1). */
  random: () => number;
  /** A user sees the waits. */
  isAttended: boolean;
}

/**
 * Retries until the waits add up to the limit, but never once the user has seen output. A silent server is retried only
 * once, as each attempt takes minutes.
 */
export function createRetryPolicy({ random, isAttended }: RetryPolicyOptions): RetryPolicy {
  return (failure: ModelFailure, { attempt, timeouts, waitedMs, maxWaitMs }) => {
    if (!failure.retryable || (failure.code === 'LLM_TIMEOUT' && timeouts > 1)) return null;
    if (failure.partial.text !== '' || failure.partial.reasoning !== '') return null;
    const limitMs = failure.neverAnswered && !isAttended ? Math.min(maxWaitMs, maxUnansweredMs) : maxWaitMs;
    const leftMs = limitMs - waitedMs;
    if (leftMs <= 0) return null;
    const requestedMs = failure.retryAfterMs;
    if (requestedMs !== undefined && !Number.isNaN(requestedMs)) {
      if (requestedMs > (isAttended ? maxRequestedMs : leftMs)) return null;
      return Math.round(Math.max(requestedMs, attempt === 1 ? 0 : minRequestedMs));
    }
    const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
    return Math.min(Math.round(delay * (1 - jitter * random())), leftMs);
  };
}
