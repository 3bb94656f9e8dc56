// This machine's place in a space: what it needs to enter one, and to work in it.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Keychain } from '../../../ports/keychain.ts';
import type { Fetch } from '../../../providers/http/exchange.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import { type DeviceKeys, deviceKeysOf, deviceObject } from '../keys/deviceKeys.ts';
import { type SpaceKeys, spaceKeysOf } from '../keys/spaceKeys.ts';
import { limitRate } from '../remote/limitRate.ts';
import { openRemoteStore } from '../remote/openRemoteStore.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import type { StoreConfig, StoreCredentials } from '../remote/storeConfig.ts';
import { createSealer, type SpaceSealer } from '../seal/createSealer.ts';
import { readSecrets, type SyncSecrets } from './secrets.ts';
import { enterSpace, tryStore } from './spaceMembership.ts';
import { copied, isCopied, notSetUp, readConfig, type SyncConfig, writeConfig } from './syncConfig.ts';
import { whileCurrent } from './whileCurrent.ts';

export interface AccountDeps {
  disk: Disk;
  dataDir: string;
  keychain: Keychain;
  clock: Clock;
  random(): number;
  fetch: Fetch;
}

export interface StoreChoice {
  store: StoreConfig;
  credentials: StoreCredentials;
  deviceName: string;
}

export interface OpenAccount {
  config: SyncConfig;
  remote: RemoteStore;
  sealer: SpaceSealer;
  space: string;
  earlierSpaces: string[];
  keys: SpaceKeys;
  deviceKeys: DeviceKeys;
}

export type Membership = ReturnType<typeof createMembership>;

export function createMembership(deps: AccountDeps) {
  const { disk, dataDir, keychain } = deps;

  async function whenNew(): Promise<Result<void>> {
    const config = await readConfig(disk, dataDir);
    if (!config.ok) return config;
    if (config.value === null) return ok(undefined);
    return fail('NOT_SUPPORTED', say`Sync is already set up on this machine. “throughline sync leave” ends it.`);
  }

  /** Tries the store before anything is stored here. */
  async function openNew(
    choice: StoreChoice,
    signal: AbortSignal,
  ): Promise<Result<{ store: StoreConfig; remote: RemoteStore }>> {
    const isNew = await whenNew();
    if (!isNew.ok) return isNew;
    return tryStore(deps, choice, signal);
  }

  async function enter(
    store: StoreConfig,
    remote: RemoteStore,
    secrets: SyncSecrets,
    rest: Omit<SyncConfig, 'v' | 'id' | 'store' | 'space' | 'device' | 'home'>,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const { deviceName, revoked } = rest;
    return enterSpace({ keychain, remote, secrets, deviceName, revoked, signal }, (entered) =>
      writeConfig(disk, dataDir, { v: 1, store, home: null, ...entered, ...rest }),
    );
  }

  /** `onStale`: another process has left or moved to another space, so this account is no longer valid. */
  async function open(signal: AbortSignal, onStale = () => {}): Promise<Result<OpenAccount | null>> {
    const config = await readConfig(disk, dataDir);
    if (!config.ok || config.value === null) return config.ok ? ok(null) : config;
    if (isCopied(config.value, disk, dataDir)) return copied();
    const { id, store, revoked } = config.value;
    const secrets = await readSecrets(keychain, id);
    if (!secrets.ok) return secrets;
    const { seed, deviceSecret, credentials } = secrets.value;
    const [keys, deviceKeys] = [await spaceKeysOf(seed), await deviceKeysOf(deviceSecret)];
    let rate = config.value.bytesPerSecond;
    const isCurrent = async (): Promise<boolean> => {
      const now = await readConfig(disk, dataDir);
      if (!now.ok) return true;
      rate = now.value?.bytesPerSecond ?? null;
      if (now.value?.id === id) return true;
      onStale();
      return false;
    };
    const limited = limitRate(await openRemoteStore(deps, store, credentials), deps.clock, () => rate);
    const remote = whileCurrent(limited, isCurrent);
    const revokedIds = new Set(revoked);
    const sealer = createSealer({ store: remote, keys, deviceKeys, revoked: () => revokedIds, signal });
    const earlierSpaces = config.value.leftSpaces.map((left) => left.space);
    return ok({ config: config.value, remote, sealer, space: keys.space, earlierSpaces, keys, deviceKeys });
  }

  async function opened(signal: AbortSignal): Promise<Result<OpenAccount>> {
    const account = await open(signal);
    if (!account.ok) return account;
    return account.value ? ok(account.value) : notSetUp();
  }

  async function isGone({ remote, space }: OpenAccount, device: string, signal: AbortSignal): Promise<boolean> {
    const stored = await remote.get(deviceObject(space, device), signal);
    return stored.ok && stored.value === null;
  }

  return { openNew, enter, open, opened, isGone };
}
