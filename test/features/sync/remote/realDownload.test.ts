// A first upload and download over servers of others, where they are installed. Over the servers of the tests: firstDownload.test.ts.

import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openRemoteStore } from '../../../../electron/features/sync/remote/openRemoteStore.ts';
import type { RemoteStore } from '../../../../electron/features/sync/remote/remoteStore.ts';
import { checkConfig } from '../../../../electron/features/sync/remote/storeConfig.ts';
import { systemClock } from '../../../../electron/lib/clock.ts';
import { createConnections } from '../../../../electron/providers/http/connections.ts';
import { nodeDisk } from '../../../../electron/stores/files/disk.ts';
import { cite } from '../../../support/cite.ts';
import { asNew, userMessage } from '../../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../../support/result.ts';
import {
  hasApache,
  hasMoto,
  hasRclone,
  type RealServer,
  startApache,
  startMoto,
  startRclone,
} from '../../../support/sync/realServers.ts';
import { openDevice, recordsOf } from '../../../support/sync/syncDevice.ts';

const servers: [name: string, isInstalled: boolean, start: () => Promise<RealServer>][] = [
  ['Apache', hasApache, startApache],
  ['rclone', hasRclone, startRclone],
  ['moto', hasMoto, startMoto],
];

for (const [name, isInstalled, start] of servers) {
  test.skipIf(!isInstalled)(
    cite('SYNC-1', `many conversations and a large one come down whole over ${name}, also after a stop in the middle`),
    async () => {
      const server = await start();
      const connections = createConnections({});
      onTestFinished(async () => {
        await connections.close();
        await server.stop();
      });
      const deps = { clock: systemClock, random: Math.random, disk: nodeDisk, fetch: connections.fetchBy({}) };
      const open = () =>
        openRemoteStore(deps, okValue(checkConfig(server.config)), server.credentials, { create: true });
      const a = openDevice('a', await open());
      const project = okValue(await a.store.openFolderlessProject());
      for (let index = 0; index < 30; index++) {
        const { conversationId } = okValue(await a.store.createConversation(project.id));
        for (let count = index === 7 ? 12 : 2; count > 0; count--) {
          // A segment has 4 MB of messages.
          const content = index === 7 ? randomBytes(750_000).toString('base64') : `question ${index}`;
          okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage(content))));
        }
      }
      okValue(await a.engine.syncNow());

      const stop = new AbortController();
      const stopped = stoppingAt(await open(), 12, stop);
      const b = openDevice('b', stopped);
      expect(errorOf(await b.engine.syncNow(stop.signal)).code).toBe('CANCELLED');
      const all = recordsOf(a);
      const some = Object.entries(recordsOf(b));
      expect(some.length).toBeLessThan(30);
      for (const [id, records] of some) expect(records).toEqual(all[id]);
      okValue(await b.engine.syncNow());
      expect([recordsOf(b), b.engine.status().problems]).toEqual([all, []]);
    },
    60_000,
  );
}

/** Stops the engine at the nth segment. */
function stoppingAt(store: RemoteStore, segment: number, stop: AbortController): RemoteStore {
  let left = segment;
  return {
    ...store,
    async get(name, signal) {
      if (name.includes('/c/') && --left === 0) stop.abort();
      return store.get(name, signal);
    },
  };
}
