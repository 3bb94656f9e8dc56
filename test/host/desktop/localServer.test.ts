// The desktop app's local server: for paired devices, without a way in for anything else.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createDesktopServer, type DesktopServer } from '../../../electron/host/desktop/localServer.ts';
import type { RemoteDevice } from '../../../electron/ports/device.ts';
import { upgradeRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';
import { postAsPage } from '../../support/devices.ts';
import { writeTree } from '../../support/fileTree.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const name = 'box.example';
const origin = `https://${name}`;
const phone: RemoteDevice = { id: 'd1', name: 'Phone', right: 'watch', hostName: name };

function create(): { server: DesktopServer; attached: (RemoteDevice | undefined)[] } {
  const renderer = tempFolder();
  writeTree(renderer, { 'index.html': '<!doctype html><title>page</title>' });
  const attached: (RemoteDevice | undefined)[] = [];
  const server = createDesktopServer(renderer, (_transport, device) => void attached.push(device));
  onTestFinished(() => server.close());
  return { server, attached };
}

async function start(server: DesktopServer): Promise<number> {
  const started = await server.start();
  if (!started.ok) throw new Error(started.error.message);
  const { hostname, port } = new URL(started.value);
  expect(hostname).toBe('127.0.0.1');
  return Number(port);
}

test(cite('REMOTE-1', 'the desktop app admits paired devices, and nobody else to the contract'), async () => {
  const { server, attached } = create();
  let tunnelName: string | null = name;
  server.admitDevices({
    hostName: () => tunnelName,
    find: (secret, from) => (secret === 'its-session' && from === origin ? phone : null),
    connected: () => () => {},
  });
  const port = await start(server);
  // Several features ask for it.
  expect(await start(server)).toBe(port);
  expect((await rawRequest(port, { headers: [`Host: ${name}`] })).status).toBe(200);
  expect((await rawRequest(port, upgradeRequest(name, 'its-session', origin))).status).toBe(101);
  expect(attached).toEqual([phone]);

  const loopback = `http://127.0.0.1:${port}`;
  const host = `127.0.0.1:${port}`;
  expect((await rawRequest(port, upgradeRequest(host, 'its-session', loopback))).status).toBe(401);
  expect((await rawRequest(port, upgradeRequest(name, 'another', origin))).status).toBe(401);
  for (const path of ['/session', '/page', '/running'])
    expect((await postAsPage(port, loopback, path, { token: '' })).status).toBe(401);
  tunnelName = null;
  expect((await rawRequest(port, { headers: [`Host: ${name}`] })).status).toBe(403);
  expect(attached).toEqual([phone]);
});

test(
  cite('REMOTE-1', 'it takes another port if its usual one is in use, and listens to nothing once closed'),
  async () => {
    const other = createServer().listen({ host: '127.0.0.1', port: 4817 });
    await Promise.race([once(other, 'listening'), once(other, 'error')]);
    onTestFinished(() => void other.close());
    const { server } = create();
    const port = await start(server);
    expect(port).not.toBe(4817);
    await server.close();
    await expect(rawRequest(port, { headers: [`Host: 127.0.0.1:${port}`] })).rejects.toThrow();
  },
);
