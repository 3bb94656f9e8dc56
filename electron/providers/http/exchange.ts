// One request and its answer, watched byte by byte: how long the server has been silent, whether the stream's end mark came,
// what the answer looked like if it was no stream at all, and that it does not grow without bound. Any byte is life, so a
// keep-alive comment is too.

import { SaidError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createEventGatherer, createJsonAsEvent, createLineGatherer, lineFeeds } from './eventBytes.ts';
import type { Framing } from './events.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeOptions {
  fetch: Fetch;
  signal: AbortSignal;
  /** Milliseconds without a byte, from the start on, after which the exchange is given up. */
  idleTimeoutMs: number;
  /** The answer should be a stream of events; where it is one JSON value instead, that is handed on as the one event. */
  wants: Framing | 'json';
  /** Bytes of an answer after which it is given up. */
  maxBytes?: number;
  /** Milliseconds that the rest may take once the reply is whole. */
  afterFinishMs?: number;
}

export interface Exchange {
  /** The same `fetch`, watched. */
  send(url: string, init: RequestInit): Promise<Response>;
  /** Aborts with the caller's, and when the server is silent for too long. */
  signal: AbortSignal;
  state: ExchangeState;
  /** The reply is whole: what may still follow is worth a short wait only, from now on. */
  hurry(): void;
  /** Ends the watch and, if it is still open, the connection. */
  end(): void;
}

export interface ExchangeState {
  /** Null until the headers have come. */
  status: number | null;
  contentType: string;
  /** What the server calls the request, in its headers. */
  requestId: string | null;
  bytes: number;
  /** The first characters of the body. */
  head: string;
  /** `data: [DONE]` came. */
  sawDone: boolean;
  /** The answer was one JSON value, and all of it came. */
  isWhole: boolean;
  timedOut: boolean;
  /** What had too many bytes; null: nothing. */
  tooLarge: 'event' | 'answer' | null;
}

const headLimit = 4096;
/** Of an answer that is an error, no more than this is read. */
const errorBodyLimit = 256 * 1024;
const maxReplyLength = 64 * 1024 * 1024;
/** Bytes of one event, or of one JSON value over many lines: it is put together, and parsed as a whole. */
export const maxEventLength = 16 * 1024 * 1024;

export function createExchange(options: ExchangeOptions): Exchange {
  const { signal, fetch, maxBytes = maxReplyLength, afterFinishMs = 5000 } = options;
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
    state.requestId = requestIdHeaders.map((name) => plainId(response.headers.get(name))).find(Boolean) ?? null;
    if (!response.body) return response;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const events = options.wants === 'ndjson' ? createLineGatherer() : createEventGatherer();
    const limit = response.ok ? maxBytes : errorBodyLimit;
    const asEvent = options.wants === 'sse' && response.ok ? createJsonAsEvent() : null;
    // Bytes that end no event never reach the loop over events, and its pauses.
    const slice = createTimeSlice();
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const give = (pieces: readonly Uint8Array[]): void => {
          for (const piece of pieces) stream.enqueue(piece);
        };
        for (let given = false; !given; ) {
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
          const whole = events.feed(asEvent ? asEvent.feed(value) : value);
          give(whole);
          given = whole.length > 0;
          state.sawDone ||= events.sawDone();
          const tooLong = events.longest() > maxEventLength;
          if (state.bytes <= limit && !tooLong) continue;
          void reader.cancel().catch(() => {});
          if (!response.ok) {
            give(events.rest());
            return stream.close();
          }
          state.tooLarge = tooLong ? 'event' : 'answer';
          return stream.error(new SaidError(say`The response is too large.`));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };

  return {
    // A redirect is reported, not followed: the conversation goes to the address that the person gave.
    send: async (url, init) => {
      // What it took to write the body is no silence of the server.
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

/** The name most servers give it, then their own: Anthropic, Azure, Amazon, Mistral, DeepSeek; last the one of Cloudflare. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'x-kong-request-id',
  'x-ds-trace-id',
  'cf-ray',
];

/** An id as people can read it out; null where it is none. */
export function plainId(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : null;
}
