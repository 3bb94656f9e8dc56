// Sends spans to an OTLP/HTTP endpoint in the background: batched, from a bounded queue, retried when the server is
// away or busy. Nothing waits for it, and failures never reach a run.

import type { UserText } from '../../../shared/core/sentence.ts';
import type { TraceEncoding } from '../../../shared/features/settings/settings.ts';
import type { Span } from '../../interop/otlp/span.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Clock } from '../../ports/clock.ts';
import { postTraces, type TracesTarget } from './postTraces.ts';
import { traceBody } from './traceBody.ts';

export interface SenderOptions extends Pick<TracesTarget, 'endpoint' | 'describe'> {
  headers?: TracesTarget['headers'];
  version: string;
  service?: string | undefined;
  /** By default JSON. */
  encoding?: TraceEncoding;
  fetch?: TracesTarget['fetch'];
  clock?: Clock;
  /** Jitter of retry delays, from 0 to 1. */
  random?: () => number;
  /** Called after each attempt; null means success. */
  onAttempt?: (problem: UserText | null) => void;
}

export interface SenderState {
  queued: number;
  sent: number;
  /** The queue was full, the server rejected them, or it was away for too long. */
  dropped: number;
  /** From the last attempt; null for success or no attempt. */
  problem: UserText | null;
}

export interface OtlpSender {
  /** Returns at once. */
  send(spans: readonly Span[]): void;
  state(): SenderState;
  /** Sends the queue once more within the time limit, then stops. */
  close(ms?: number): Promise<void>;
}

const maxQueued = 4096;
const maxBytes = 32 * 1024 * 1024;
const batchSpans = 512;
const batchBytes = 1024 * 1024;
/** Milliseconds to collect spans for a batch. */
const gatherMs = 1000;
const firstPause = 1000;
const maxPause = 60_000;
const maxAttempts = 8;

export function createOtlpSender(options: SenderOptions): OtlpSender {
  const { endpoint, version, service, headers = {}, clock = systemClock, random = Math.random, describe } = options;
  const target: TracesTarget = { endpoint, headers, describe, fetch: options.fetch ?? fetch };
  const queue: { span: Span; bytes: number }[] = [];
  const closing = new AbortController();
  const ended = new AbortController();
  let bytes = 0;
  let sent = 0;
  let dropped = 0;
  let problem: UserText | null = null;
  let working: Promise<void> | null = null;

  function takeBatch(): Span[] {
    const batch: Span[] = [];
    let size = 0;
    while (batch.length < batchSpans && queue[0] && (batch.length === 0 || size + queue[0].bytes <= batchBytes)) {
      const next = queue.shift() as { span: Span; bytes: number };
      size += next.bytes;
      bytes -= next.bytes;
      batch.push(next.span);
    }
    return batch;
  }

  async function work(): Promise<void> {
    while (queue.length > 0 && !ended.signal.aborted) {
      if (!closing.signal.aborted && queue.length < batchSpans) await clock.wait(gatherMs, closing.signal);
      await deliver(takeBatch());
    }
  }

  async function deliver(batch: Span[]): Promise<void> {
    const body = await traceBody(options.encoding ?? 'json', batch, { version, service });
    for (let tried = 1; ; tried++) {
      const attempt = await postTraces(target, body, ended.signal);
      problem = attempt.problem;
      options.onAttempt?.(problem);
      if (attempt.kind === 'taken') {
        sent += batch.length - attempt.rejected;
        dropped += attempt.rejected;
        return;
      }
      if (attempt.kind === 'refused' || tried >= maxAttempts || closing.signal.aborted) {
        dropped += batch.length;
        return;
      }
      const pause = Math.min(maxPause, firstPause * 2 ** (tried - 1)) * (0.5 + random() / 2);
      await clock.wait(Math.min(maxPause, retryAfter(attempt.after, clock) ?? pause), closing.signal);
    }
  }

  return {
    send(spans) {
      for (const span of spans) {
        const size = JSON.stringify(span).length;
        if (ended.signal.aborted || closing.signal.aborted || queue.length >= maxQueued || bytes + size > maxBytes) {
          dropped++;
          continue;
        }
        queue.push({ span, bytes: size });
        bytes += size;
      }
      working ??= work().finally(() => {
        working = null;
      });
    },
    state: () => ({ queued: queue.length, sent, dropped, problem }),
    async close(ms = 2000) {
      closing.abort();
      const timer = setTimeout(() => ended.abort(), ms);
      await working;
      clearTimeout(timer);
      ended.abort();
      dropped += queue.length;
      queue.length = 0;
    },
  };
}

/** Seconds or a date, as milliseconds from now. */
function retryAfter(value: string | null, clock: Clock): number | null {
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now().getTime());
}
