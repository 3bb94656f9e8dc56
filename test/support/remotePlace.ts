// A local server that admits paired devices, without an app behind it.

import { onTestFinished } from 'vitest';
import { createDeviceList, type DeviceList } from '../../electron/features/remote/deviceList.ts';
import { createRemoteService, type RemoteService } from '../../electron/features/remote/remoteService.ts';
import { createRoutes } from '../../electron/host/browser/routes.ts';
import { createBrowserServer } from '../../electron/host/browser/server.ts';
import { createSessions, generateSecret } from '../../electron/host/browser/session.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { RemoteDevice } from '../../electron/ports/device.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { ok } from '../../shared/core/errors.ts';
import type { Transport } from '../../shared/protocol/transport.ts';
import { writeTree } from './fileTree.ts';
import { tempFolder } from './tempFolder.ts';

export interface RemotePlace {
  dataDir: string;
  port: number;
  /** The start's token. */
  token: string;
  remote: RemoteService;
  list: DeviceList;
  attached: { transport: Transport; device: RemoteDevice | undefined }[];
  /** Moves the clock. */
  pass(ms: number): void;
  /** From now on only `pass` moves it. */
  stopTime(): void;
  /** Milliseconds for which something waited, in order. */
  waits: readonly number[];
  /** Ends every wait. */
  passWaits(): void;
  newCode(): Promise<{ id: string; code: string }>;
}

/** Ends with the test. */
export async function startRemotePlace({ remoteName }: { remoteName: string | null }): Promise<RemotePlace> {
  const dataDir = tempFolder();
  writeTree(dataDir, { 'renderer/index.html': '<!doctype html><title>page</title>' });
  let offset = 0;
  let stopped: number | null = null;
  const waits: number[] = [];
  const waiting = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    now: () => new Date((stopped ?? Date.now()) + offset),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push(ms);
        waiting.add(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const list = createDeviceList({ dataDir, disk: nodeDisk, clock });
  const routes = createRoutes();
  const token = generateSecret();
  const attached: RemotePlace['attached'] = [];
  const server = createBrowserServer({
    rendererFolder: `${dataDir}/renderer`,
    sessions: createSessions(token),
    attach: (transport, device) => void attached.push({ transport, device }),
    routes,
  });
  const port = await server.listen(0);
  const localServer = { ...routes, start: async () => ok(`http://127.0.0.1:${port}`) };
  const remote = createRemoteService({ deviceList: list, localServer, remoteName, clock, readOnly: null });
  remote.start();
  onTestFinished(async () => {
    remote.close();
    await server.close();
  });
  return {
    ...{ dataDir, port, token, remote, list, attached, waits },
    stopTime() {
      stopped = Date.now();
    },
    passWaits() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    pass(ms) {
      offset += ms;
    },
    async newCode() {
      const info = await remote.startPairing('steer');
      if (!info.ok || !info.value.pairing?.code) throw new Error('no code');
      return { id: info.value.pairing.id, code: info.value.pairing.code };
    },
  };
}
