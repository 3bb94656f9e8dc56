// The loopback server of the browser host with a small page and nothing behind it: what is attached is kept.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type BrowserServer, createBrowserServer } from '../../electron/host/browser/server.ts';
import { createSessions, newSecret } from '../../electron/host/browser/session.ts';
import type { Transport } from '../../shared/contract/transport.ts';
import { writeTree } from './fileTree.ts';
import { type RawAnswer, type RawRequest, rawRequest } from './rawRequest.ts';
import { tempFolder } from './tempFolder.ts';

export interface TestServer {
  port: number;
  token: string;
  /** Holds the page, and beside it a file that must never be served. */
  rendererFolder: string;
  attached: Transport[];
  server: BrowserServer;
  send(request: RawRequest): Promise<RawAnswer>;
  /** Exchanges the token; the value of the Cookie header that follows from it. */
  cookie(): Promise<string>;
}

export async function startTestServer(now?: () => number): Promise<TestServer> {
  const folder = tempFolder();
  const rendererFolder = join(folder, 'renderer');
  writeTree(folder, {
    'renderer/index.html': '<!doctype html><title>page</title>',
    'renderer/assets/main-abc.js': 'export {};',
    'secret.txt': 'not for anybody',
    'renderer-evil/index.html': 'not the page',
  });
  const token = newSecret();
  const attached: Transport[] = [];
  const server = createBrowserServer({
    rendererFolder,
    sessions: createSessions(token, now),
    attach: (transport) => void attached.push(transport),
  });
  const port = await server.listen(0);
  onTestFinished(() => server.close());
  return {
    port,
    token,
    rendererFolder,
    attached,
    server,
    send: (request) => rawRequest(port, request),
    async cookie() {
      const answer = await rawRequest(port, tokenRequest(port, token));
      return answer.headers['set-cookie']?.split(';')[0] ?? '';
    },
  };
}

/** What the page sends to trade its token. */
export function tokenRequest(port: number, token: unknown, path = '/session'): RawRequest {
  const own = `127.0.0.1:${port}`;
  return {
    method: 'POST',
    path,
    headers: [`Host: ${own}`, `Origin: http://${own}`, 'Content-Type: application/json'],
    body: JSON.stringify({ token }),
  };
}

/** What a browser sends to open the connection. */
export function upgradeRequest(host: string, cookie: string, origin: string | null = `http://${host}`): RawRequest {
  return {
    path: '/contract',
    headers: [
      `Host: ${host}`,
      ...(origin === null ? [] : [`Origin: ${origin}`]),
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
    ],
  };
}
