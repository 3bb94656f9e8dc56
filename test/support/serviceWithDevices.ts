// The service as the system starts it, with a paired device and a proxy with TLS in front of it.

import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { createDeviceList } from '../../electron/features/remote/deviceList.ts';
import { challengeText } from '../../electron/features/remote/deviceSessions.ts';
import { createWebSocketTransport } from '../../electron/host/browser/webSocketTransport.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { readOwner } from '../../electron/stores/locks/locks.ts';
import { ok } from '../../shared/core/errors.ts';
import { type ContractClient, createClient } from '../../shared/protocol/client.ts';
import { type Started, startThroughline } from './commandLine.ts';
import { makeDevice } from './devices.ts';
import { okValue } from './result.ts';
import { tempFolder } from './tempFolder.ts';
import { freePort, hasProgram, post, proxies, startProxy, type Way } from './tunnels.ts';

export const proxy = Object.values(proxies).find(hasProgram);
/** Several processes start on a busy machine. */
export const patience = { timeout: 60_000, interval: 100 };

export interface ServiceWithDevices {
  dataDir: string;
  /** To which the proxy leads. */
  port: number;
  name: string;
  start(): Started;
  /** Resolves when the device is connected as a window. */
  connect(): Promise<ContractClient>;
  /** Who has the data folder. */
  owner(): { pid: number; yields?: true } | null;
}

export async function placeService(): Promise<ServiceWithDevices> {
  const dataDir = join(tempFolder(), 'data');
  const [port, outside] = [await freePort(), await freePort()];
  const name = `box.example:${outside}`;
  const way: Way = { origin: `https://${name}`, port: outside, ca: null };
  if (proxy) way.ca = await startProxy(proxy, port, outside);
  const device = makeDevice();
  const list = createDeviceList({ dataDir, disk: nodeDisk, clock: systemClock });
  const paired = {
    id: 'phone',
    name: 'Phone',
    key: device.key,
    right: 'steer' as const,
    origin: way.origin,
    passkeys: [],
    asksPasskey: false,
  };
  const at = new Date().toISOString();
  okValue(
    await list.change((file) =>
      ok({ file: { ...file, devices: [{ ...paired, addedAt: at, seenAt: at }] }, value: undefined }),
    ),
  );
  const { host } = okValue(await list.read());

  async function openSession(): Promise<ContractClient> {
    const { nonce } = (await post(way, '/devices/challenge', { device: paired.id })).value as { nonce: string };
    const signature = device.sign(challengeText(host, paired.id, way.origin, nonce));
    const signed = await post(way, '/devices/session', { device: paired.id, nonce, signature });
    const { session } = signed.value as { session: string };
    const socket = new WebSocket(`wss://127.0.0.1:${outside}/contract`, ['throughline', session], {
      origin: way.origin,
      headers: { Host: name },
      ...(way.ca !== null && { ca: way.ca, servername: 'box.example' }),
    });
    await once(socket, 'open');
    const client = createClient(createWebSocketTransport(socket));
    onTestFinished(() => client.close());
    return client;
  }

  return {
    ...{ dataDir, port, name },
    start() {
      return startThroughline(['service', 'run', '--data', dataDir, '--remote', name, '--port', String(port)]);
    },
    async connect() {
      return vi.waitFor(openSession, patience);
    },
    owner: () => readOwner(join(dataDir, 'locks', 'data.folder.owner.json')),
  };
}
