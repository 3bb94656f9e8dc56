// One of the user's machines: a real store in a folder of its own, and an engine. It can end in the middle of anything and start again
// from its disk.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SyncEngine, SyncEngineOptions } from '../../../electron/features/sync/engine/engine.ts';
import type { SyncedStore } from '../../../electron/features/sync/engine/syncContext.ts';
import { createSyncEngine } from '../../../electron/features/sync/engine/syncEngine.ts';
import type { RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import type { Sealer } from '../../../electron/features/sync/seal/sealer.ts';
import { createIdSource } from '../../../electron/lib/ids.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Clock } from '../../../electron/ports/clock.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { type DataKey, type Disk, nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createRuntimeStore, type RuntimeStore } from '../../../electron/stores/runtimeStore.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { tempFolder } from '../tempFolder.ts';
import { createTestSealer } from './testSealer.ts';

export interface SyncDevice {
  readonly name: string;
  readonly dataDir: string;
  readonly store: RuntimeStore;
  readonly engine: SyncEngine;
  /** Ends both, and opens them again from disk. */
  restart(remote: RemoteStore): Promise<void>;
  close(): Promise<void>;
}

export const testSpace = 'space1';

export interface DeviceOptions {
  sealer?: Sealer;
  clock?: Clock;
  dataDir?: string;
  /** Encrypts the data. */
  key?: DataKey;
  disk?: Disk;
  engine?: Partial<SyncEngineOptions>;
  /** The store as the engine uses it. */
  engineStore?(store: RuntimeStore): SyncedStore;
}

/** Years off, but monotonic. */
export function shiftedClock(years: number): Clock {
  const start = Date.now() + years * 365 * 86_400_000;
  let ticks = 0;
  return {
    now: () => new Date(start + ticks++ * 1_000),
    elapsed: () => ticks,
    wait: async () => {},
  };
}

export function openDevice(name: string, remote: RemoteStore, options: DeviceOptions = {}): SyncDevice {
  const dataDir = options.dataDir ?? join(tempFolder(), 'data');
  const clock = options.clock ?? shiftedClock(0);
  const disk = options.key ? diskWithKey(nodeDisk, options.key, dataDir) : (options.disk ?? nodeDisk);
  let store: RuntimeStore;
  let engine: SyncEngine;

  function open(connection: RemoteStore): void {
    store = createRuntimeStore({ dataDir, disk, clock, ids: createIdSource(clock), log: silentLog, hostName: name });
    engine = createSyncEngine({
      ...{
        store: options.engineStore?.(store) ?? store,
        remote: connection,
        sealer: options.sealer ?? createTestSealer(name),
        space: testSpace,
        dataDir,
        clock,
      },
      disk,
      timers: { set: () => null, clear: () => {} },
      ...options.engine,
    });
  }

  async function close(): Promise<void> {
    await engine.stop();
    await store.close();
  }

  open(remote);
  onTestFinished(close);
  return {
    name,
    dataDir,
    get store() {
      return store;
    },
    get engine() {
      return engine;
    },
    async restart(connection) {
      await close();
      open(connection);
      await store.finishRemovals();
    },
    close,
  };
}

/** By conversation: its records, each as its line in the file, by ID. */
export function recordsOf({ dataDir }: Pick<SyncDevice, 'dataDir'>): Record<string, Record<string, string>> {
  const all: Record<string, Record<string, string>> = {};
  const projects = join(dataDir, 'projects');
  for (const project of namesIn(projects)) {
    const conversations = join(projects, project, 'conversations');
    for (const id of namesIn(conversations)) {
      if (id.includes('.')) continue;
      const lines = linesOf(join(conversations, id, 'messages.json'));
      if (lines.length > 0) all[id] = Object.fromEntries(lines.map((line) => [(JSON.parse(line) as Message).id, line]));
    }
  }
  return all;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function linesOf(path: string): string[] {
  try {
    const text = readFileSync(path, 'utf8');
    return text
      .split('\n')
      .flatMap((line) => (line.includes('{') ? [line.replace(/^,/, '')] : []))
      .sort();
  } catch {
    return [];
  }
}
