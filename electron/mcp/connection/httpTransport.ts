// A server at an address: Streamable HTTP, or the older form with two addresses. Answers are bounded, redirects stay with
// the origin that the person approved, and a signed-in person's token goes with each request where there is one.

import {
  type AuthProvider,
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { HttpConfig } from '../config/serverConfig.ts';

export interface HttpOptions {
  config: HttpConfig;
  /** Null where nobody signs in. */
  authProvider: AuthProvider | null;
  /** Of one message. */
  mostBytes: number;
  /** An answer was larger: the connection is of no use any more. */
  onTooLarge(): void;
}

export function createHttpTransport(options: HttpOptions, sse: boolean): Transport {
  const { config, authProvider } = options;
  const given = {
    requestInit: { headers: Object.fromEntries(config.headers) },
    fetch: boundedFetch(options),
    ...(authProvider ? { authProvider } : {}),
  };
  const url = new URL(config.url);
  return sse ? new SSEClientTransport(url, given) : new StreamableHTTPClientTransport(url, given);
}

/** A stream of events may go on for ever, each event may not. */
function boundedFetch({ mostBytes, onTooLarge }: HttpOptions): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    let size = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          const end = isStream ? endOfEvent(bytes) : -1;
          size = end < 0 ? size + bytes.length : bytes.length - end;
          if (size > mostBytes) {
            onTooLarge();
            controller.error(new Error(`an answer has more than ${mostBytes} bytes`));
          } else controller.enqueue(bytes);
        },
      }),
    );
    const { status, statusText, headers } = response;
    const copy = new Response(bounded, { status, statusText, headers });
    Object.defineProperty(copy, 'url', { value: response.url });
    Object.defineProperty(copy, 'redirected', { value: response.redirected });
    return copy;
  };
}

/** Where the last empty line in it ends; a line break may be cut between pieces, then it is found with the next event. */
function endOfEvent(bytes: Uint8Array): number {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Math.max(piece.lastIndexOf('\n\n'), piece.lastIndexOf('\r\n\r\n'));
}
