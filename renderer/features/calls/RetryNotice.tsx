// The wait before a failed model call is retried, with its countdown. The user retries at once, or stops.

import { useEffect, useRef } from 'react';
import type { RetryNotice as Retry } from '../../../shared/conversation/event.ts';
import { formatElapsed } from '../../core/format/duration.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { useNow } from '../../ui/useNow.ts';

interface RetryNoticeProps {
  retry: Retry;
  onTryNow: () => void;
  onStop: () => void;
}

/** Retries at once when the machine is online again. */
export function RetryNotice({ retry, onTryNow, onStop }: RetryNoticeProps) {
  const now = useNow(250);
  const latest = useRef(onTryNow);
  latest.current = onTryNow;
  // A busy server gains nothing from a returning network.
  const isWaiting = retry.error.cause === 'LLM_NETWORK';
  useEffect(() => {
    if (!isWaiting) return;
    const tryNow = (): void => latest.current();
    window.addEventListener('online', tryNow);
    return () => window.removeEventListener('online', tryNow);
  }, [isWaiting]);
  const leftMs = Math.ceil((Date.parse(retry.at) - now) / 1000) * 1000;
  const { code, cause, status } = retry.error;
  const message = strings.sentences.error(cause ?? code, retry.error.message, retry.error.said);
  const errorText = status === undefined ? message : strings.chat.answered(status);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-l border border-line px-3 py-2 text-ui">
      <Pulse />
      <p className="wrap-anywhere min-w-0 flex-1" title={message}>
        {errorText}
        {strings.sentences.gap(errorText)}
        <span className="tabular text-ink-2">
          {leftMs > 0 ? strings.chat.retryIn(formatElapsed(leftMs)) : strings.chat.retrying}
        </span>
      </p>
      {leftMs > 0 && (
        <Button size="small" onClick={onTryNow}>
          {strings.chat.tryNow}
        </Button>
      )}
      <Button size="small" onClick={onStop}>
        {strings.chat.stop}
      </Button>
    </div>
  );
}
