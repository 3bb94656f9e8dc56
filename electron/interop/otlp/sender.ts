// Sends spans to an OTLP/HTTP endpoint while work goes on: in batches, from a queue that is bounded, again after a pause
// where the server is away or busy. Nobody waits for it, and nothing that goes wrong here reaches a run.

import { systemClock } from '../../lib/clock.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Span, traces } from './span.ts';

export interface SenderOptions {
  /** With or without `/v1/traces`. */
  endpoint: string;
  headers?: Readonly<Record<string, string>>;
  version: string;
  fetch?: typeof fetch;
  clock?: Clock;
  /** Of the waits between two attempts, from 0 to 1. */
  random?: () => number;
}

export interface SenderState {
  queued: number;
  sent: number;
  /** The queue was full, the server refused them, or it was away for too long. */
  dropped: number;
  /** Of the last attempt; null: it went well, or there was none. */
  problem: string | null;
}

export interface OtlpSender {
  /** Returns at once. */
  send(spans: readonly Span[]): void;
  state(): SenderState;
  /** What is queued is sent once more within the time; after it nothing is. */
  close(ms?: number): Promise<void>;
}

const mostQueued = 4096;
const mostBytes = 32 * 1024 * 1024;
const batchSpans = 512;
const batchBytes = 1024 * 1024;
/** Milliseconds that spans wait for company. */
const gatherMs = 1000;
const requestMs = 10_000;
const firstPause = 1000;
const longestPause = 60_000;
const mostAttempts = 8;
/** The statuses after which the protocol allows another attempt. */
const mayPass = new Set([429, 502, 503, 504]);

type Attempt =
  | { kind: 'taken'; rejected: number; problem: string | null }
  | { kind: 'refused' | 'again'; problem: string; after: number | null };

export function createOtlpSender(options: SenderOptions): OtlpSender {
  const { version, headers = {}, clock = systemClock, random = Math.random } = options;
  const ask = options.fetch ?? fetch;
  const address = tracesAddress(options.endpoint);
  const queue: { span: Span; bytes: number }[] = [];
  const closing = new AbortController();
  const ended = new AbortController();
  let bytes = 0;
  let sent = 0;
  let dropped = 0;
  let problem: string | null = null;
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
    const body = JSON.stringify(traces(batch, version));
    for (let tried = 1; ; tried++) {
      const attempt = await tryOnce(body);
      problem = attempt.problem;
      if (attempt.kind === 'taken') {
        sent += batch.length - attempt.rejected;
        dropped += attempt.rejected;
        return;
      }
      if (attempt.kind === 'refused' || tried >= mostAttempts || closing.signal.aborted) {
        dropped += batch.length;
        return;
      }
      const pause = Math.min(longestPause, firstPause * 2 ** (tried - 1)) * (0.5 + random() / 2);
      await clock.wait(Math.min(longestPause, attempt.after ?? pause), closing.signal);
    }
  }

  async function tryOnce(body: string): Promise<Attempt> {
    try {
      const response = await ask(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        // Headers may hold a key: they go where the person said, and nowhere else.
        redirect: 'manual',
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(requestMs)]),
      });
      const text = (await response.text()).slice(0, 10_000);
      if (response.ok) return { kind: 'taken', ...partialSuccess(text) };
      const again = mayPass.has(response.status);
      const after = again ? retryAfter(response.headers.get('retry-after'), clock) : null;
      return { kind: again ? 'again' : 'refused', problem: `HTTP ${response.status}`, after };
    } catch (error) {
      const { message, cause } = error as Error;
      return { kind: 'again', problem: cause instanceof Error ? cause.message : message, after: null };
    }
  }

  return {
    send(spans) {
      for (const span of spans) {
        const size = JSON.stringify(span).length;
        if (ended.signal.aborted || closing.signal.aborted || queue.length >= mostQueued || bytes + size > mostBytes) {
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

/** Throws a TypeError for what is no address of the web. */
export function tracesAddress(endpoint: string): string {
  const url = new URL(endpoint);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not an address of the web');
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

/** A server may take a batch and leave some of it out; it is not to be sent again. */
function partialSuccess(text: string): { rejected: number; problem: string | null } {
  try {
    const { partialSuccess: partial } = JSON.parse(text) as {
      partialSuccess?: { rejectedSpans?: unknown; errorMessage?: unknown };
    };
    const rejected = Number(partial?.rejectedSpans ?? 0);
    const message =
      typeof partial?.errorMessage === 'string' && partial.errorMessage !== '' ? partial.errorMessage : null;
    return { rejected: Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0, problem: message };
  } catch {
    return { rejected: 0, problem: null };
  }
}

/** Seconds or a date, as milliseconds from now. */
function retryAfter(value: string | null, clock: Clock): number | null {
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now().getTime());
}
