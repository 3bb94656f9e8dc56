// Joins a running browser host like its page: exchanges the token for a session, and the session for a connection.

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createWebSocketTransport } from '../../electron/host/browser/webSocketTransport.ts';
import type { Transport } from '../../shared/protocol/transport.ts';
import { sessionIn, tokenRequest } from './browserServer.ts';
import { rawRequest } from './rawRequest.ts';

export async function webSocketLink(port: number, token: string): Promise<Transport> {
  const session = sessionIn(await rawRequest(port, tokenRequest(port, token)));
  const own = `127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://${own}/contract`, ['throughline', session], { origin: `http://${own}` });
  await once(socket, 'open');
  return createWebSocketTransport(socket);
}
