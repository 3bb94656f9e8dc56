// Opens a store of sync in tests.

import { onTestFinished } from 'vitest';
import { openRemoteStore } from '../../../electron/features/sync/remote/openRemoteStore.ts';
import type { RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { checkConfig, type StoreConfig } from '../../../electron/features/sync/remote/storeConfig.ts';
import type { Clock } from '../../../electron/ports/clock.ts';
import { createConnections } from '../../../electron/providers/http/connections.ts';
import { type Disk, nodeDisk } from '../../../electron/stores/files/disk.ts';
import { okValue } from '../result.ts';

/** Without waits: each one is noted and ends at once, except those that a fast request ends. */
export interface NotingClock extends Clock {
  waits: number[];
}

/** Time limits never pass; `isPause` picks the pauses among the waits, by their length. */
export function createNotingClock(isPause: (ms: number) => boolean = (ms) => ms < 30_000): NotingClock {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    now: () => new Date('2026-11-29T12:00:00Z'),
    elapsed: () => time,
    async wait(ms, signal) {
      if (isPause(ms)) {
        waits.push(ms);
        time += ms;
        return;
      }
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    },
  };
}

export async function openStore(
  config: StoreConfig,
  options: { clock?: Clock; disk?: Disk; create?: boolean; pageSize?: number } = {},
): Promise<RemoteStore> {
  const { clock = createNotingClock(), disk = nodeDisk, create = true, pageSize } = options;
  const connections = createConnections({});
  onTestFinished(() => connections.close());
  return openRemoteStore(
    { clock, random: () => 0, disk, fetch: connections.fetchBy({}) },
    okValue(checkConfig(config)),
    { user: 'ada', secret: 'secret of ada' },
    { create, ...(pageSize === undefined ? {} : { pageSize }) },
  );
}
