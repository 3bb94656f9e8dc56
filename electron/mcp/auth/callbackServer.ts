// The OAuth redirect target: a page on 127.0.0.1 with its own port and path, for a single answer (RFC 8252, section
// 7.3). Reveals nothing and accepts only the expected answer.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackServer {
  /** Where the browser returns. */
  redirectUrl: string;
  /** Must be part of the answer. */
  state: string;
  /** Resolves with the answer's parameters; null if closed first. */
  answer: Promise<URLSearchParams | null>;
  close(): void;
}

const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Throughline</title><p style="font: 16px system-ui; margin: 4rem auto; max-width: 30rem">${text}</p>`;
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
};

export async function openCallbackServer(): Promise<CallbackServer> {
  const state = randomBytes(32).toString('base64url');
  const path = `/callback/${randomBytes(16).toString('base64url')}`;
  const deferred = Promise.withResolvers<URLSearchParams | null>();
  const server = createServer((request, response) => {
    const parameters = parametersOf(request, path, state);
    answer(response, parameters);
    if (parameters) {
      deferred.resolve(parameters);
      close();
    }
  });

  function close(): void {
    deferred.resolve(null);
    server.close();
    server.closeIdleConnections();
  }

  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { redirectUrl: `http://127.0.0.1:${port}${path}`, state, answer: deferred.promise, close };
}

/** Null for anything but the answer to this sign-in. */
function parametersOf(request: IncomingMessage, path: string, state: string): URLSearchParams | null {
  const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
  if (request.method !== 'GET' || url?.pathname !== path) return null;
  const givenState = Buffer.from(url.searchParams.get('state') ?? '');
  const expected = Buffer.from(state);
  if (givenState.length !== expected.length || !timingSafeEqual(givenState, expected)) return null;
  return url.searchParams.has('code') || url.searchParams.has('error') ? url.searchParams : null;
}

function answer(response: ServerResponse, parameters: URLSearchParams | null): void {
  const [status, text] =
    parameters === null
      ? [404, 'Nothing here.']
      : parameters.has('code')
        ? [200, 'You can close this page and return to Throughline.']
        : [200, 'Sign-in failed. Return to Throughline for details.'];
  response.writeHead(status, { ...headers, Connection: 'close' }).end(page(text));
}
