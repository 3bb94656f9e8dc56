// Joins a running browser host the way its page does: the token for a cookie, the cookie for a connection.

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { webSocketTransport } from '../../electron/host/browser/webSocketTransport.ts';
import type { Transport } from '../../shared/contract/transport.ts';
import { tokenRequest } from './browserServer.ts';
import { rawRequest } from './rawRequest.ts';

export async function webSocketLink(port: number, token: string): Promise<Transport> {
  const answer = await rawRequest(port, tokenRequest(port, token));
  const cookie = answer.headers['set-cookie']?.split(';')[0] ?? '';
  const own = `127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://${own}/contract`, { headers: { Cookie: cookie, Origin: `http://${own}` } });
  await once(socket, 'open');
  return webSocketTransport(socket);
}
