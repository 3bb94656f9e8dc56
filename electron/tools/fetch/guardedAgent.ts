// Connections restricted to the public internet. A name is looked up once per connection, all its addresses are
// checked, and the connection goes to one of them, so a different answer between check and connection (DNS rebinding)
// is never seen. The open connection's remote address is checked too.

import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { AddressRefusedError, createGuardedLookup, type GuardOptions } from './guardedLookup.ts';

/** One per fetch: keeps no connection open. Ignores proxy settings in the environment. */
export function createGuardedAgent(options: GuardOptions): Agent {
  const connect = buildConnector({ lookup: createGuardedLookup(options), timeout: options.connectTimeoutMs });
  return new Agent({
    connections: 1,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(target, callback) {
      connect(target, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('no connection'), null);
        const why = options.whyNot(socket.remoteAddress ?? '');
        if (why === null) return callback(null, socket);
        socket.destroy();
        callback(new AddressRefusedError(target.hostname, why), null);
      });
    },
  });
}

/** `fetch` over a fresh agent per request: follows no redirects and reads the whole response, up to a size limit. */
export function createGuardedFetch(
  agent: () => Agent,
  maxBytes: number,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const dispatcher = agent();
    try {
      const requestInit = { ...init, redirect: 'manual', dispatcher } as Parameters<typeof undiciFetch>[1];
      const answer = await undiciFetch(url, requestInit);
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of answer.body ?? []) {
        size += piece.length;
        if (size > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
        pieces.push(piece);
      }
      const { status, statusText } = answer;
      const isEmpty = status === 204 || status === 205 || status === 304;
      return new Response(isEmpty ? null : Buffer.concat(pieces), { status, statusText, headers: [...answer.headers] });
    } catch (thrown) {
      const cause = thrown instanceof TypeError ? thrown.cause : null;
      throw cause instanceof Error ? cause : thrown;
    } finally {
      await dispatcher.destroy();
    }
  };
}
