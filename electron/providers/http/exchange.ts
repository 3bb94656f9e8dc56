// Monitors one request and its response at byte level: idle timeout, end marker, size limit, and the start of a
// non-stream answer. Any byte resets the idle timer, including keep-alive comments.

import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createEventSplitter, createJsonEventSplitter, createLineSplitter, lineFeeds } from './eventBytes.ts';
import type { Framing } from './events.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeOptions {
  fetch: Fetch;
  signal: AbortSignal;
  /** Maximum time without a byte, from the start. */
  idleTimeoutMs: number;
  /** Expected format; a single JSON value instead of a stream is passed on as one event. */
  wants: Framing | 'json';
  /** Maximum response size in bytes. */
  maxBytes?: number;
  /** How long to wait for the rest after the reply is complete, in ms. */
  afterFinishMs?: number;
}

export interface Exchange {
  /** `fetch` with monitoring. */
  send(url: string, init: RequestInit): Promise<Response>;
  /** Aborts with the caller's signal or on idle timeout. */
  signal: AbortSignal;
  state: ExchangeState;
  /** The reply is complete; shortens the remaining wait. */
  hurry(): void;
  /** Stops monitoring and closes the connection if still open. */
  end(): void;
}

export interface ExchangeState {
  /** Null before the headers arrive. */
  status: number | null;
  contentType: string;
  /** The server's request id from its headers. */
  requestId: string | null;
  bytes: number;
  /** The first characters of the body. */
  head: string;
  /** `data: [DONE]` arrived. */
  sawDone: boolean;
  /** The response was one complete JSON value. */
  isWhole: boolean;
  timedOut: boolean;
  /** Which limit was exceeded; null: none. */
  tooLarge: 'event' | 'answer' | null;
}

const headLimit = 4096;
/** Maximum bytes to read of an error response. */
const errorBodyLimit = 256 * 1024;
const maxReplyBytes = 64 * 1024 * 1024;
/** Maximum bytes of one event or multi-line JSON value, which is parsed as a whole. */
export const maxEventBytes = 16 * 1024 * 1024;

export function createExchange(options: ExchangeOptions): Exchange {
  const { signal, fetch, maxBytes = maxReplyBytes, afterFinishMs = 5000 } = options;
  const controller = new AbortController();
  const state: ExchangeState = {
    status: null,
    contentType: '',
    requestId: null,
    bytes: 0,
    head: '',
    sawDone: false,
    isWhole: false,
    timedOut: false,
    tooLarge: null,
  };
  const stop = (): void => controller.abort();
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });

  const giveUp = (): void => {
    state.timedOut = true;
    controller.abort();
  };
  let timer = setTimeout(giveUp, options.idleTimeoutMs);
  let hurried = false;
  const alive = (): void => {
    if (!hurried) timer.refresh();
  };

  const watch = (response: Response): Response => {
    alive();
    state.status = response.status;
    state.contentType = response.headers.get('content-type') ?? '';
    state.requestId = requestIdHeaders.map((name) => printableId(response.headers.get(name))).find(Boolean) ?? null;
    if (!response.body) return response;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const events = options.wants === 'ndjson' ? createLineSplitter() : createEventSplitter();
    const limit = response.ok ? maxBytes : errorBodyLimit;
    const asEvent = options.wants === 'sse' && response.ok ? createJsonEventSplitter() : null;
    // Bytes without an event boundary never reach the event loop's own pauses.
    const slice = createTimeSlice();
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const give = (pieces: readonly Uint8Array[]): void => {
          for (const piece of pieces) stream.enqueue(piece);
        };
        for (let hasYielded = false; !hasYielded; ) {
          const turn = slice();
          if (turn) await turn;
          const { done, value } = await reader.read();
          if (done) {
            give(events.rest());
            if (asEvent?.isJson()) stream.enqueue(lineFeeds);
            state.isWhole = asEvent?.isJson() ?? false;
            return stream.close();
          }
          alive();
          state.bytes += value.byteLength;
          if (state.head.length < headLimit) state.head += decoder.decode(value, { stream: true }).slice(0, headLimit);
          const complete = events.feed(asEvent ? asEvent.feed(value) : value);
          give(complete);
          hasYielded = complete.length > 0;
          state.sawDone ||= events.sawDone();
          const tooLong = events.maxEventBytes() > maxEventBytes;
          if (state.bytes <= limit && !tooLong) continue;
          void reader.cancel().catch(() => {});
          if (!response.ok) {
            give(events.rest());
            return stream.close();
          }
          state.tooLarge = tooLong ? 'event' : 'answer';
          return stream.error(new SentenceError(say`The response is too large.`));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };

  return {
    // Redirects are reported, not followed: the conversation must only reach the configured address.
    send: async (url, init) => {
      // The time to send the body does not count as silence.
      alive();
      return watch(await fetch(url, { ...init, signal: controller.signal, redirect: 'manual' }));
    },
    signal: controller.signal,
    state,
    hurry() {
      hurried = true;
      clearTimeout(timer);
      timer = setTimeout(giveUp, Math.min(options.idleTimeoutMs, afterFinishMs));
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}

/** The common header, then those of Anthropic, Azure, Amazon, Mistral and DeepSeek; Cloudflare's last. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'x-kong-request-id',
  'x-ds-trace-id',
  'cf-ray',
];

/** Returns a printable id, or null. */
export function printableId(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : null;
}
