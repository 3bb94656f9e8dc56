// Decides when to retry a failed model call; http/failure.ts decides whether. Pure. The first delay is that of the
// providers' SDKs, half a second. It doubles up to a minute, minus up to a quarter of jitter, so that the clients of a
// busy server do not all return at once.

import type { ModelFailure, RetryPolicy } from '../../ports/provider.ts';

const firstDelayMs = 500;
const maxDelayMs = 60_000;
const jitter = 0.25;
/** A wait that a server requests may be longer than the limit, since the user sees it and can end it. */
const maxRequestedMs = 3_600_000;

/**
 * Retries until the waits add up to the limit, but never once the user has seen output. `random` returns a number in
 * [0, 1). A silent server is retried only once, as each attempt takes minutes.
 */
export function createRetryPolicy(random: () => number): RetryPolicy {
  return (failure: ModelFailure, { attempt, waitedMs, maxWaitMs }) => {
    if (!failure.retryable || (failure.code === 'LLM_TIMEOUT' && attempt > 1)) return null;
    if (failure.partial.text !== '' || failure.partial.reasoning !== '') return null;
    const leftMs = maxWaitMs - waitedMs;
    if (leftMs <= 0) return null;
    const requestedMs = failure.retryAfterMs;
    if (requestedMs !== undefined && !Number.isNaN(requestedMs)) {
      return requestedMs > maxRequestedMs ? null : Math.round(Math.max(requestedMs, minRequestedMs(attempt)));
    }
    return Math.min(Math.round(delayOf(attempt) * (1 - jitter * random())), leftMs);
  };
}

function delayOf(attempt: number): number {
  return Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
}

/** A server that repeatedly requests no wait at all would be asked without end. */
function minRequestedMs(attempt: number): number {
  return attempt === 1 ? 0 : delayOf(attempt - 1);
}
