// A server over TLS, certified by an authority that nobody trusts until they are told to. Chat Completions, and a list of
// models.

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAuthority } from './ownAuthority.ts';
import { speak } from './wires/speech.ts';

export interface SecureServer {
  port: number;
  /** Of its authority, as PEM. */
  certificate: string;
  /** Requests that came through. */
  asked: string[];
}

/** `names`: in its certificate, beside 127.0.0.1. Call it inside a test: it ends with it. */
export async function startSecureServer(names: readonly string[] = ['localhost']): Promise<SecureServer> {
  const authority = createAuthority(names);
  const asked: string[] = [];
  const server = createServer(authority.server, (incoming, response) => {
    incoming.resume();
    asked.push(`${incoming.method} ${incoming.url}`);
    if (incoming.method === 'GET') return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'm' }] }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(speak('openai', { text: 'Securely.' }, { model: 'm', number: 1 }).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, certificate: authority.certificate, asked };
}
