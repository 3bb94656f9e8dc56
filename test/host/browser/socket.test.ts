// The browser host's connection: its limits, and how it ends.

import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer, upgradeRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

async function openSocket(server: TestServer, session: string): Promise<WebSocket> {
  const own = `127.0.0.1:${server.port}`;
  const socket = new WebSocket(`ws://${own}/contract`, ['throughline', session], { origin: `http://${own}` });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = await once(socket, 'close');
  return code;
}

test('text flows both ways, and either side may close it', async () => {
  const server = await startTestServer();
  const session = await server.session();
  const socket = await openSocket(server, session);
  const [transport] = server.attached;
  const heard: string[] = [];
  transport?.onMessage((text) => heard.push(text));
  socket.send('to the host: ä');
  await expect.poll(() => heard).toEqual(['to the host: ä']);
  transport?.send('to the page: ö');
  const [data] = await once(socket, 'message');
  expect(String(data)).toBe('to the page: ö');
  expect(socket.extensions).toBe('');

  let ended = 0;
  transport?.onClose(() => ended++);
  socket.close();
  await expect.poll(() => ended).toBe(1);
  transport?.send('after the end');

  const second = await openSocket(server, session);
  server.attached[1]?.close();
  expect(await closeCode(second)).toBe(1000);
});

test(cite('SEC-2', 'a frame that is too large or not text closes the connection'), async () => {
  const server = await startTestServer();
  const session = await server.session();
  const heard: number[] = [];
  const large = await openSocket(server, session);
  server.attached[0]?.onMessage((text) => heard.push(text.length));
  large.send('x'.repeat(8 * 1024 * 1024));
  await expect.poll(() => heard).toEqual([8 * 1024 * 1024]);
  large.send('x'.repeat(8 * 1024 * 1024 + 1));
  expect(await closeCode(large)).toBe(1009);
  expect(heard).toHaveLength(1);

  const binary = await openSocket(server, session);
  binary.send(Buffer.from('{}'));
  expect(await closeCode(binary)).toBe(1003);
  expect(server.dropped).toEqual(['text only']);
});

test(cite('SEC-2', 'a flood of frames closes the connection'), async () => {
  const server = await startTestServer();
  const socket = await openSocket(server, await server.session());
  let heard = 0;
  server.attached[0]?.onMessage(() => heard++);
  for (let i = 0; i < 5000; i++) socket.send('{}');
  expect(await closeCode(socket)).toBe(1008);
  expect(heard).toBeGreaterThanOrEqual(500);
  expect(heard).toBeLessThan(2500);
  expect(server.dropped).toEqual(['too many messages']);
});

test(cite('SEC-2', 'connections are limited, and a closed one frees its slot'), async () => {
  const server = await startTestServer();
  const session = await server.session();
  const sockets: WebSocket[] = [];
  for (let i = 0; i < 16; i++) sockets.push(await openSocket(server, session));
  const own = `127.0.0.1:${server.port}`;
  expect((await server.send(upgradeRequest(own, session))).status).toBe(503);
  sockets[0]?.close();
  await expect.poll(async () => (await server.send(upgradeRequest(own, session))).status).toBe(101);
});

test('closing the server closes open connections', async () => {
  const server = await startTestServer();
  const socket = await openSocket(server, await server.session());
  const closed = closeCode(socket);
  await server.server.close();
  expect(await closed).toBe(1006);
});
