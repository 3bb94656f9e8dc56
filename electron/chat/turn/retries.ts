// Waits for the retry of a failed model call, with a countdown in the conversation. The user may end a wait and retry at
// once.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelFailure, Retry, RetryPolicy } from '../../ports/provider.ts';

interface RetriedCall {
  conversationId: string;
  signal: AbortSignal;
  /** Limit of its total wait, in milliseconds. */
  maxWaitMs: number;
}

export interface Retries {
  /** For one model call: a request and its retries. */
  start(call: RetriedCall): Retry;
  /** Ends the conversation's wait. Does nothing without one. */
  tryNow(conversationId: string): void;
}

const longMs = 60_000;
/** Timers stand still while the machine sleeps, so the time of day is checked at least this often. */
const checkEveryMs = 5_000;

export function createRetries(deps: {
  clock: Clock;
  policy: RetryPolicy;
  publish(conversationId: string, event: ConversationEvent): void;
}): Retries {
  const { clock } = deps;
  /** By conversation: aborting ends its wait. */
  const waits = new Map<string, AbortController>();

  async function wait(delayMs: number, ended: AbortSignal): Promise<void> {
    const [at, from] = [clock.now().getTime() + delayMs, clock.elapsed()];
    for (;;) {
      // The time of day may be set back; then elapsed time counts.
      const leftMs = Math.min(at - clock.now().getTime(), from + delayMs - clock.elapsed());
      if (leftMs <= 0 || ended.aborted) return;
      await clock.wait(Math.min(leftMs, checkEveryMs), ended);
    }
  }

  return {
    start({ conversationId, signal, maxWaitMs }) {
      let attempt = 0;
      let timeouts = 0;
      let waitedMs = 0;
      let isAnnounced = false;
      return async (failure) => {
        if (failure.code === 'LLM_TIMEOUT') timeouts++;
        const delayMs = deps.policy(failure, { attempt: ++attempt, timeouts, waitedMs, maxWaitMs });
        if (delayMs === null) return 'give up';
        const at = new Date(clock.now().getTime() + delayMs).toISOString();
        const isLong = !isAnnounced && (waitedMs >= longMs || delayMs > longMs);
        isAnnounced ||= isLong;
        const retry = { attempt, at, error: failureInfo(failure), ...(isLong ? { isLong } : {}) };
        deps.publish(conversationId, { type: 'run.retry', retry });
        const skip = new AbortController();
        waits.set(conversationId, skip);
        const from = clock.elapsed();
        await wait(delayMs, AbortSignal.any([signal, skip.signal]));
        if (waits.get(conversationId) === skip) waits.delete(conversationId);
        waitedMs += skip.signal.aborted ? Math.min(clock.elapsed() - from, delayMs) : delayMs;
        return signal.aborted ? 'aborted' : 'retry';
      };
    },
    tryNow(conversationId) {
      waits.get(conversationId)?.abort();
    },
  };
}

/** Returns the error to store for a failed model call. */
export function failureInfo(failure: ModelFailure, item?: ErrorInfo['item']): ErrorInfo {
  return {
    code: 'LLM_ERROR',
    cause: failure.code,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    message: failure.message,
    ...(failure.said ? { said: failure.said } : {}),
    ...(item ? { item } : {}),
    ...(failure.refusedImages === undefined ? {} : { refusedImages: failure.refusedImages }),
    ...(failure.item?.tool === undefined ? {} : { tool: failure.item.tool }),
  };
}
