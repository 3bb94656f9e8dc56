// HTTP connection to a server: Streamable HTTP, or the older HTTP+SSE. Bounds responses, limits redirects to the
// approved origin, and sends the sign-in token with each request.

import {
  type AuthProvider,
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { HttpConfig } from '../config/serverConfig.ts';
import { createEventReader, createJsonBodyReader } from './received/receivedBodies.ts';
import { createReceivedMessages, type ReceivedMessages } from './received/receivedMessages.ts';

export interface HttpOptions {
  config: HttpConfig;
  /** Null without sign-in. */
  authProvider: AuthProvider | null;
  /** Limit per message. */
  maxBytes: number;
  /** Limit per message with a list. */
  maxListBytes: number;
  /** A response was too large; the connection is unusable. */
  onTooLarge(max: number): void;
}

export function createHttpTransport(options: HttpOptions, sse: boolean): Transport {
  const { config, authProvider } = options;
  const received = createReceivedMessages();
  const fetchOptions = {
    requestInit: { headers: Object.fromEntries(config.headers) },
    fetch: boundedFetch(options, received),
    ...(authProvider ? { authProvider } : {}),
  };
  const url = new URL(config.url);
  const transport: Transport = sse
    ? new SSEClientTransport(url, fetchOptions)
    : new StreamableHTTPClientTransport(url, fetchOptions);
  const send = transport.send.bind(transport);
  transport.send = (message, how) => {
    received.sent(message);
    return send(message, how);
  };
  return transport;
}

/** An event stream may be endless, but not a single event. Hands the SDK only valid messages. */
function boundedFetch({ maxBytes, maxListBytes, onTooLarge }: HttpOptions, received: ReceivedMessages): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const type = response.headers.get('content-type') ?? '';
    const isStream = type.includes('text/event-stream');
    const isJson = /\bjson\b/.test(type);
    const max = asksForList(init?.body) ? maxListBytes : maxBytes;
    const size = isStream ? createEventSizeMeter() : createWholeSize();
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          if (size(bytes) > max) {
            onTooLarge(max);
            controller.error(new SentenceError(say`a response is larger than ${max} bytes`));
          } else controller.enqueue(bytes);
        },
      }),
    );
    const { status, statusText, headers } = response;
    const read = isStream ? createEventReader(received) : isJson ? createJsonBodyReader(received) : null;
    const copy = new Response(read ? bounded.pipeThrough(read) : bounded, { status, statusText, headers });
    Object.defineProperty(copy, 'url', { value: response.url });
    Object.defineProperty(copy, 'redirected', { value: response.redirected });
    return copy;
  };
}

/** The SDK puts the method near the start of a request. */
function asksForList(body: unknown): boolean {
  return typeof body === 'string' && /^[^{]*\{[^{}]*"method":"tools\/list"/.test(body.slice(0, 300));
}

function createWholeSize(): (bytes: Uint8Array) => number {
  let size = 0;
  return (bytes) => (size += bytes.length);
}

/**
 * Returns the size of the largest event that a chunk ends or continues; chunk boundaries are arbitrary. An event ends
 * with an empty line; line breaks are
 * , \r or both (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). @internal
 */
export function createEventSizeMeter(): (bytes: Uint8Array) => number {
  let size = 0;
  let isLineEmpty = true;
  let isAfterReturn = false;
  return (bytes) => {
    let largest = 0;
    for (const byte of bytes) {
      size++;
      const isBreak = byte === 0x0d || (byte === 0x0a && !isAfterReturn);
      if (isBreak && isLineEmpty) {
        largest = Math.max(largest, size);
        size = 0;
      }
      isLineEmpty = isBreak || (byte === 0x0a && isLineEmpty);
      isAfterReturn = byte === 0x0d;
    }
    return Math.max(largest, size);
  };
}
