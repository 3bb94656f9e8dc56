// Connections that end only at addresses of the public internet. A name is looked up once for each connection, all of its
// addresses are held against the policy, and the connection goes to one of exactly these: an answer that changes between a
// check and the connection (DNS rebinding) is never seen. Then the open connection is asked where it ends, too.

import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { AddressRefusedError, type GuardOptions, guardedLookup } from './guardedLookup.ts';

/** One for each fetch: nothing is kept open behind it. No proxy is used, whatever the environment says. */
export function createGuardedAgent(options: GuardOptions): Agent {
  const connect = buildConnector({ lookup: guardedLookup(options), timeout: options.connectTimeoutMs });
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

/** `fetch` over such an agent, one for each request: it follows no redirect and reads the answer whole, up to a size. */
export function guardedFetch(
  agent: () => Agent,
  maxBytes: number,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const dispatcher = agent();
    try {
      const asked = { ...init, redirect: 'manual', dispatcher } as Parameters<typeof undiciFetch>[1];
      const answer = await undiciFetch(url, asked);
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
