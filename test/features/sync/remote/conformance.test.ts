// Every kind of store keeps the promises of RemoteStore: against servers of others where they are installed, and always against a
// folder, the store in memory and the servers of the tests.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkStore } from '../../../../electron/features/sync/remote/checkStore.ts';
import { openRemoteStore } from '../../../../electron/features/sync/remote/openRemoteStore.ts';
import type { RemoteStore } from '../../../../electron/features/sync/remote/remoteStore.ts';
import { checkConfig, type StoreConfig } from '../../../../electron/features/sync/remote/storeConfig.ts';
import { systemClock } from '../../../../electron/lib/clock.ts';
import { createConnections } from '../../../../electron/providers/http/connections.ts';
import { nodeDisk } from '../../../../electron/stores/files/disk.ts';
import { cite } from '../../../support/cite.ts';
import { okValue } from '../../../support/result.ts';
import { createFaultStore } from '../../../support/sync/faultStore.ts';
import { startObjectServer } from '../../../support/sync/objectServer.ts';
import {
  hasApache,
  hasMoto,
  hasRclone,
  startApache,
  startMoto,
  startRclone,
} from '../../../support/sync/realServers.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

interface Opened {
  store: RemoteStore;
  smallPages: RemoteStore | null;
}

const signal = new AbortController().signal;
const connections = createConnections({});
const stops: (() => Promise<void>)[] = [() => connections.close()];

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function openBoth(
  config: StoreConfig,
  credentials = { user: 'ada', secret: 'a long secret of ada' },
): Promise<Opened> {
  const deps = { clock: systemClock, random: Math.random, disk: nodeDisk, fetch: connections.fetchBy({}) };
  const checked = okValue(checkConfig(config));
  return {
    store: await openRemoteStore(deps, checked, credentials, { create: true }),
    smallPages: await openRemoteStore(deps, checked, credentials, { create: true, pageSize: 2 }),
  };
}

async function onServer(start: () => Promise<{ config: StoreConfig; stop(): Promise<void> }>): Promise<Opened> {
  const server = await start();
  stops.push(server.stop);
  return openBoth(server.config);
}

async function onObjectServer(kind: 'webdav' | 's3'): Promise<Opened> {
  const server = await startObjectServer();
  stops.push(server.close);
  return openBoth(server[kind]);
}

function inFolder(): Promise<Opened> {
  const folder = join(tempFolder(), 'synced');
  mkdirSync(folder);
  return openBoth({ kind: 'folder', folder, prefix: 'throughline' });
}

const stores: [name: string, isHere: boolean, open: () => Promise<Opened>][] = [
  ['a folder', true, inFolder],
  ['the store in memory', true, async () => ({ store: createFaultStore(), smallPages: null })],
  ['a WebDAV server of the test', true, () => onObjectServer('webdav')],
  ['an S3 server of the test', true, () => onObjectServer('s3')],
  ['Apache mod_dav', hasApache, () => onServer(startApache)],
  ['rclone serve webdav', hasRclone, () => onServer(startRclone)],
  ['moto (S3)', hasMoto, () => onServer(startMoto)],
];

describe.each(stores)('%s', (name, isHere, open) => {
  test.skipIf(!isHere)(
    cite('SYNC-1', `${name} lists, reads, writes and removes, and each can be repeated`),
    async () => {
      const { store, smallPages } = await open();
      expect(await checkStore({ store, smallPages, token: 'a1', signal })).toEqual({ ok: true, value: undefined });
      const names = async (folder: string, after = '', from = store) =>
        okValue(await from.list(folder, { after, signal })).map(
          (entry) => `${entry.kind} ${entry.name} ${entry.bytes}`,
        );

      expect(await names('space')).toEqual([]);
      expect(await store.get('space/dev/log/000000000001', signal)).toEqual({ ok: true, value: null });
      expect(await store.remove('space/dev/log/000000000001', signal)).toEqual({ ok: true, value: undefined });

      const large = new Uint8Array(300_000).map((_, at) => (at * 7) % 251);
      for (const [object, bytes] of [
        ['space/dev/log/000000000001', new Uint8Array([1])],
        ['space/dev/log/000000000002', new Uint8Array()],
        ['space/dev/log/000000000010', new Uint8Array([1, 2, 3])],
        ['space/dev/c/x_-.y/00000001', large],
        ['space/other/device', new Uint8Array([9])],
      ] as const) {
        for (const _ of [1, 2]) expect(await store.put(object, bytes, signal)).toEqual({ ok: true, value: undefined });
        expect(Buffer.from(okValue(await store.get(object, signal)) ?? []).equals(bytes)).toBe(true);
      }
      expect(await names('')).toEqual(expect.arrayContaining(['folder space 0']));
      expect(await names('space')).toEqual(['folder dev 0', 'folder other 0']);
      expect(await names('space/dev')).toEqual(['folder c 0', 'folder log 0']);
      const log = ['object 000000000001 1', 'object 000000000002 0', 'object 000000000010 3'];
      expect(await names('space/dev/log')).toEqual(log);
      expect(await names('space/dev/log', '000000000001')).toEqual(log.slice(1));
      expect(await names('space/dev/log', '000000000010')).toEqual([]);
      expect(await names('space/dev', 'c')).toEqual(['folder log 0']);
      if (smallPages) expect(await names('space/dev/log', '', smallPages)).toEqual(log);

      expect(await store.put('space/dev/c/x_-.y/00000001', new Uint8Array([5]), signal)).toEqual({
        ok: true,
        value: undefined,
      });
      expect(await names('space/dev/c/x_-.y')).toEqual(['object 00000001 1']);
      for (const _ of [1, 2])
        expect(await store.remove('space/dev/log/000000000002', signal)).toEqual({ ok: true, value: undefined });
      expect(await store.get('space/dev/log/000000000002', signal)).toEqual({ ok: true, value: null });
      expect(await names('space/dev/log')).toEqual([log[0], log[2]]);

      const stopped = new AbortController();
      stopped.abort();
      expect(await store.get('space/other/device', stopped.signal)).toMatchObject({
        ok: false,
        error: { code: 'CANCELLED' },
      });
    },
  );
});
