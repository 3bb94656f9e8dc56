// Machines of one user, each with a store, a keychain and a membership in a space.

import { basename, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { StoreChoice } from '../../../electron/features/sync/account/membership.ts';
import { createSyncAccount, type SyncAccount } from '../../../electron/features/sync/account/syncAccount.ts';
import type { SyncEngine } from '../../../electron/features/sync/engine/engine.ts';
import { createSyncEngine } from '../../../electron/features/sync/engine/syncEngine.ts';
import { createIdSource } from '../../../electron/lib/ids.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Clock } from '../../../electron/ports/clock.ts';
import type { Keychain } from '../../../electron/ports/keychain.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createRuntimeStore, type RuntimeStore } from '../../../electron/stores/runtimeStore.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { liveFiles } from '../liveFiles.ts';
import { okValue } from '../result.ts';
import { tempFolder } from '../tempFolder.ts';
import { shiftedClock } from './syncDevice.ts';

const { signal } = new AbortController();

/** Pauses end at once and limits never pass. */
export function createPatientClock(): Clock {
  return {
    now: () => new Date(0),
    elapsed: () => 0,
    wait: (ms, ended) =>
      new Promise((resolve) => {
        if (ms < 30_000) setImmediate(resolve);
        else ended?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}

export interface Machine {
  dataDir: string;
  store: RuntimeStore;
  account: SyncAccount;
  /** With the same keychain, for another data folder. */
  accountOf(dataDir: string): SyncAccount;
  secrets: Map<string, string>;
  clock: Clock;
  choice: StoreChoice;
  /** Opens the space from what is stored, as another process would. */
  connect(): Promise<Result<SyncEngine | null>>;
  /** The same, and syncs once. */
  sync(): Promise<Result<void>>;
}

export function memoryKeychain(secrets: Map<string, string>, keeps: 'keychain' | 'memory'): Keychain {
  return {
    get: async (account) => ok(secrets.get(account) ?? null),
    async set(account, secret) {
      secrets.set(account, secret);
      return ok(keeps);
    },
    async remove(account) {
      secrets.delete(account);
      return ok(undefined);
    },
    locate: async (account) => (secrets.has(account) ? keeps : 'none'),
    knownSecrets: () => [...secrets.values()],
  };
}

export function openMachine(
  name: string,
  folder: string,
  clock: Clock,
  keeps: 'keychain' | 'memory' = 'keychain',
): Machine {
  const dataDir = join(tempFolder(), 'data');
  const secrets = new Map<string, string>();
  const keychain = memoryKeychain(secrets, keeps);
  const time = shiftedClock(0);
  const store = createRuntimeStore({ dataDir, clock: time, ids: createIdSource(time), log: silentLog, hostName: name });
  onTestFinished(() => store.close());
  const fetch = async () => Response.error();
  const accountOf = (of: string) =>
    createSyncAccount({ disk: nodeDisk, dataDir: of, keychain, clock, random: () => 0, fetch });
  const account = accountOf(dataDir);
  const place = { kind: 'folder', folder, prefix: 'throughline' } as const;
  const machine: Machine = {
    ...{ dataDir, store, account, accountOf, secrets, clock },
    choice: { store: place, credentials: { user: '', secret: '' }, deviceName: name },
    async connect() {
      const opened = await account.open(signal);
      if (!opened.ok || !opened.value) return opened.ok ? ok(null) : opened;
      const { remote, sealer, space, earlierSpaces } = opened.value;
      const timers = { set: () => null, clear: () => {} };
      const joined = { remote, sealer, space, earlierSpaces };
      const engine = createSyncEngine({ ...joined, store, dataDir, disk: nodeDisk, clock: time, timers });
      onTestFinished(() => engine.stop());
      return ok(engine);
    },
    async sync() {
      const engine = okValue(await machine.connect());
      const synced = (await engine?.syncNow(signal)) ?? ok(undefined);
      expect(engine?.status().problems).toEqual([]);
      await engine?.stop();
      return synced;
    },
  };
  return machine;
}

/** Names and bytes of all files in a folder. */
export function storedText({ folder }: { folder: string }): string {
  return liveFiles(folder)
    .map(({ path, bytes }) => `${basename(path)} ${bytes.toString('latin1')}`)
    .join('\n');
}
