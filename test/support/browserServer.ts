// The browser host's loopback server with a small page and no app behind it; attachments are kept.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRoutes, type Routes } from '../../electron/host/browser/routes.ts';
import { type BrowserServer, createBrowserServer, type Patience } from '../../electron/host/browser/server.ts';
import { createSessions, generateSecret } from '../../electron/host/browser/session.ts';
import type { Transport } from '../../shared/protocol/transport.ts';
import { writeTree } from './fileTree.ts';
import { type RawAnswer, type RawRequest, rawRequest } from './rawRequest.ts';
import { tempFolder } from './tempFolder.ts';

export interface TestServer {
  port: number;
  token: string;
  /** Contains the page, and next to it a file that must never be served. */
  rendererFolder: string;
  attached: Transport[];
  /** The reasons why the server closed connections. */
  dropped: string[];
  server: BrowserServer;
  routes: Routes;
  send(request: RawRequest): Promise<RawAnswer>;
  /** Exchanges the token; returns the session's secret. */
  session(): Promise<string>;
}

export async function startTestServer(now?: () => number, patience?: Patience): Promise<TestServer> {
  const folder = tempFolder();
  const rendererFolder = join(folder, 'renderer');
  writeTree(folder, {
    'renderer/index.html': '<!doctype html><title>page</title>',
    'renderer/assets/main-abc.js': 'export {};',
    'secret.txt': 'not for anybody',
    'renderer-evil/index.html': 'not the page',
  });
  const token = generateSecret();
  const attached: Transport[] = [];
  const dropped: string[] = [];
  const routes = createRoutes();
  const server = createBrowserServer({
    rendererFolder,
    sessions: createSessions(token, now),
    attach: (transport) => void attached.push(transport),
    onDropped: (reason) => void dropped.push(reason),
    routes,
    ...(patience && { patience }),
  });
  const port = await server.listen(0);
  onTestFinished(() => server.close());
  return {
    port,
    token,
    rendererFolder,
    attached,
    dropped,
    server,
    routes,
    send: (request) => rawRequest(port, request),
    session: async () => sessionIn(await rawRequest(port, tokenRequest(port, token))),
  };
}

/** The page's request to exchange its token. */
export function tokenRequest(port: number, token: unknown, path = '/session'): RawRequest {
  const own = `127.0.0.1:${port}`;
  return {
    method: 'POST',
    path,
    headers: [`Host: ${own}`, `Origin: http://${own}`, 'Content-Type: application/json'],
    body: JSON.stringify({ token }),
  };
}

/** The session in a response; empty if there is none. */
export function sessionIn(answer: RawAnswer): string {
  return answer.status === 200 ? String(JSON.parse(answer.body).session) : '';
}

/** The browser's request to open the connection. */
export function upgradeRequest(host: string, session: string, origin: string | null = `http://${host}`): RawRequest {
  return {
    path: '/contract',
    headers: [
      `Host: ${host}`,
      ...(origin === null ? [] : [`Origin: ${origin}`]),
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...(session === '' ? [] : [`Sec-WebSocket-Protocol: throughline, ${session}`]),
    ],
  };
}
