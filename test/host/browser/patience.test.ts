// Connections that are silent, incomplete, or kept for later: over real sockets, with short server timeouts.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

const short = { head: 80, look: 20, nextRequest: 60_000 };

async function socketTo(port: number): Promise<{ socket: Socket; heard(): string }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'connect');
  return { socket, heard: () => text };
}

test(cite('START-10', 'a connection opened in advance that sends nothing is closed silently'), async () => {
  const { port } = await startTestServer(undefined, short);
  const { socket, heard } = await socketTo(port);
  await once(socket, 'close');
  expect(heard()).toBe('');
});

test('half a request is answered with a timeout', async () => {
  const { port } = await startTestServer(undefined, short);
  const { socket, heard } = await socketTo(port);
  socket.write('GET / HTTP/1.1\r\nHost:');
  await once(socket, 'close');
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /);
});

test(cite('START-10', 'a connection with an earlier request may be silent for long and send another'), async () => {
  const { port } = await startTestServer(undefined, short);
  const silent = await socketTo(port);
  const { socket, heard } = await socketTo(port);
  const ask = `HEAD / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  socket.write(ask);
  await once(socket, 'data');
  // The server has checked for late connections more than once.
  await once(silent.socket, 'close');
  const again = await socketTo(port);
  await once(again.socket, 'close');
  socket.write(ask);
  await once(socket, 'data');
  expect(heard().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});
