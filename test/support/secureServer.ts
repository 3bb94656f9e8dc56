// A TLS server certified by an authority that is not trusted by default. Serves Chat Completions and a list of models.

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAuthority } from './ownAuthority.ts';
import { speak } from './wires/speech.ts';

export interface SecureServer {
  port: number;
  /** Its authority's certificate, as PEM. */
  certificate: string;
  /** Requests that arrived. */
  asked: string[];
}

/** `names`: in its certificate, in addition to 127.0.0.1. Call it inside a test, with which it ends. */
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
