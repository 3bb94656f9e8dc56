// One request and its answer, watched byte by byte below the SDK: how long the server has been silent, whether the
// stream's end mark came, what the answer looked like if it was no stream at all, and that it does not grow without
// bound. Any byte is life, so a keep-alive comment is too.

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeOptions {
  fetch: Fetch;
  signal: AbortSignal;
  /** Milliseconds without a byte, from the start on, after which the exchange is given up. */
  idleTimeoutMs: number;
  /** Bytes of an answer after which it is given up. */
  maxBytes?: number;
  /** Milliseconds that the rest may take once the reply is whole. */
  afterFinishMs?: number;
}

export interface Exchange {
  /** For the SDK: the same `fetch`, watched. */
  fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Aborts with the caller's, and when the server is silent for too long. */
  signal: AbortSignal;
  state: ExchangeState;
  /** The reply is whole: what may still follow is worth a short wait only. */
  hurry(): void;
  /** Ends the watch and, if it is still open, the connection. */
  end(): void;
}

export interface ExchangeState {
  /** Null until the headers have come. */
  status: number | null;
  contentType: string;
  bytes: number;
  /** The first characters of the body. */
  head: string;
  /** `data: [DONE]` came. */
  sawDone: boolean;
  timedOut: boolean;
  tooLarge: boolean;
}

const headLimit = 4096;
/** Of an answer that is an error, no more than this is read. */
const errorBodyLimit = 256 * 1024;
const longestReply = 64 * 1024 * 1024;

/** What the SDK would add beside these says only which machine and SDK it is, or comes from its own variables. */
const headersThatLeave = ['accept', 'authorization', 'content-type', 'openai-organization', 'openai-project'];

export function createExchange(options: ExchangeOptions): Exchange {
  const { signal, fetch, maxBytes = longestReply, afterFinishMs = 5000 } = options;
  const controller = new AbortController();
  const state: ExchangeState = {
    status: null,
    contentType: '',
    bytes: 0,
    head: '',
    sawDone: false,
    timedOut: false,
    tooLarge: false,
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
    if (!response.body) return response;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const lines = createDoneScanner();
    const limit = response.ok ? maxBytes : errorBodyLimit;
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const { done, value } = await reader.read();
        if (done) return stream.close();
        alive();
        state.bytes += value.byteLength;
        if (state.head.length < headLimit) state.head += decoder.decode(value, { stream: true }).slice(0, headLimit);
        state.sawDone ||= lines.feed(value);
        stream.enqueue(value);
        if (state.bytes <= limit) return;
        void reader.cancel().catch(() => {});
        if (!response.ok) return stream.close();
        state.tooLarge = true;
        stream.error(new Error('The answer is too large.'));
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };

  return {
    fetch: async (url, init = {}) => {
      const given = new Headers(init.headers);
      const headers: [string, string][] = [['user-agent', 'Throughline']];
      for (const name of headersThatLeave) {
        const value = given.get(name);
        if (value !== null) headers.push([name, value]);
      }
      // A redirect is reported, not followed: the conversation goes to the address that the person gave.
      return watch(await fetch(String(url), { ...init, headers, redirect: 'manual' }));
    },
    signal: controller.signal,
    state,
    hurry() {
      if (hurried) return;
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

/** Finds the line `data: [DONE]`, wherever the bytes are cut. The SDK ends there but does not say that it did. */
function createDoneScanner(): { feed(bytes: Uint8Array): boolean } {
  const longest = 16;
  let line = '';
  const isMark = (): boolean => /^data: ?\[DONE\]$/.test(line);
  return {
    feed(bytes) {
      let found = false;
      for (const byte of bytes) {
        if (byte === 10 || byte === 13) {
          found ||= isMark();
          line = '';
        } else if (line.length < longest) line += String.fromCharCode(byte);
      }
      // The last line may come without its end.
      return found || isMark();
    },
  };
}
