// This machine's membership in a space: created, joined, opened, moved to a new space, and left.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { SyncLimits, SyncPart, SyncTransfers } from '../../../../shared/features/sync/sync.ts';
import { syncFolderOf } from '../../../stores/removal/deletedNotes.ts';
import { joinWithCode, offerPairing, type PairedDevice } from '../devices/pairing.ts';
import { deviceKeysOf, newDeviceSecret } from '../keys/deviceKeys.ts';
import { phraseOf, readPhrase } from '../keys/recoveryPhrase.ts';
import { newSeed, spaceKeysOf } from '../keys/spaceKeys.ts';
import { type AccountDeps, createMembership, type StoreChoice } from './membership.ts';
import { createMoves } from './moves.ts';
import { forgetSecrets, readSecrets } from './secrets.ts';
import { leaveSpace, presentDevices } from './spaceMembership.ts';
import { isCopied, notSetUp, readConfig, type SyncConfig, writeConfig } from './syncConfig.ts';

/** How a machine proves that it belongs to a space. */
export type JoinProof = { kind: 'code' | 'phrase'; text: string };

export interface DeviceRow {
  device: string;
  /** Null: its record cannot be read; `problem` is why. */
  name: string | null;
  isThis: boolean;
  problem: Result<never> | null;
}

export type SyncAccount = ReturnType<typeof createSyncAccount>;

export function createSyncAccount(deps: AccountDeps) {
  const { disk, dataDir, keychain } = deps;
  const membership = createMembership(deps);
  const { openNew, enter, open, opened, isGone } = membership;

  async function change(part: Partial<SyncLimits & Pick<SyncConfig, 'parts' | 'paused'>>): Promise<Result<void>> {
    const config = await readConfig(disk, dataDir);
    if (!config.ok) return config;
    return config.value ? writeConfig(disk, dataDir, { ...config.value, ...part }) : notSetUp();
  }

  return {
    read: () => readConfig(disk, dataDir),

    async parts(): Promise<readonly SyncPart[]> {
      const config = await readConfig(disk, dataDir);
      return config.ok ? (config.value?.parts ?? []) : [];
    },

    async limits(): Promise<SyncLimits> {
      const config = await readConfig(disk, dataDir);
      const { bytesPerSecond, maxFileBytes, syncsMetered, keepsFiles, leftOut } =
        (config.ok && config.value) || newMember('');
      return { bytesPerSecond, maxFileBytes, syncsMetered, keepsFiles, leftOut };
    },

    async leaveOut(id: string, isLeftOut: boolean): Promise<Result<void>> {
      const config = await readConfig(disk, dataDir);
      if (!config.ok) return config;
      const others = config.value?.leftOut.filter((each) => each !== id) ?? [];
      return change({ leftOut: isLeftOut ? [...others, id] : others });
    },

    choose: (parts: SyncPart[]): Promise<Result<void>> => change({ parts }),
    pause: (paused: boolean): Promise<Result<void>> => change({ paused }),
    /** They hold from the next request or pass, in each process. */
    limit: (transfers: Partial<SyncTransfers>): Promise<Result<void>> => change(transfers),
    open,

    /** Tries the store, and leaves nothing in it. */
    async check(choice: StoreChoice, signal: AbortSignal): Promise<Result<void>> {
      const place = await openNew(choice, signal);
      return place.ok ? ok(undefined) : place;
    },

    /** Creates a space. The phrase is the only other way to its keys. */
    async create(choice: StoreChoice, signal: AbortSignal): Promise<Result<{ phrase: string }>> {
      const place = await openNew(choice, signal);
      if (!place.ok) return place;
      const { remote, store } = place.value;
      const secrets = { seed: newSeed(), deviceSecret: newDeviceSecret(), credentials: choice.credentials };
      const rest = newMember(choice.deviceName);
      const entered = await enter(store, remote, secrets, rest, signal);
      return entered.ok ? ok({ phrase: await phraseOf(secrets.seed) }) : entered;
    },

    async join(choice: StoreChoice, proof: JoinProof, signal: AbortSignal): Promise<Result<void>> {
      const place = await openNew(choice, signal);
      if (!place.ok) return place;
      const { remote, store } = place.value;
      const deviceSecret = newDeviceSecret();
      const seed =
        proof.kind === 'phrase'
          ? await readPhrase(proof.text)
          : await joinWithCode(
              { store: remote, clock: deps.clock, signal },
              await deviceKeysOf(deviceSecret),
              choice.deviceName,
              proof.text,
            );
      if (!seed.ok) return seed;
      const { space } = await spaceKeysOf(seed.value);
      const devices = await remote.list(space, { signal });
      if (!devices.ok) return devices;
      if (devices.value.length === 0) {
        return fail(
          'PARAMS_INVALID',
          say`This store has no space of this phrase. Check the phrase, and the address of the store.`,
        );
      }
      const rest = newMember(choice.deviceName);
      const secrets = { seed: seed.value, deviceSecret, credentials: choice.credentials };
      return enter(store, remote, secrets, rest, signal);
    },

    async offer(code: string, signal: AbortSignal): Promise<Result<PairedDevice>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      return offerPairing({ store: account.value.remote, clock: deps.clock, signal }, account.value.keys, code);
    },

    async phrase(): Promise<Result<string>> {
      const config = await readConfig(disk, dataDir);
      if (!config.ok) return config;
      const secrets = config.value ? await readSecrets(keychain, config.value.id) : notSetUp();
      return secrets.ok ? ok(await phraseOf(secrets.value.seed)) : secrets;
    },

    async devices(signal: AbortSignal): Promise<Result<DeviceRow[]>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      const ids = await presentDevices(account.value, signal);
      if (!ids.ok) return ids;
      const rows: DeviceRow[] = [];
      for (const device of ids.value) {
        const record = await account.value.sealer.deviceRecord(device, { fresh: true });
        // A machine that has left; folders may remain.
        if (!record.ok && (await isGone(account.value, device, signal))) continue;
        const isThis = device === account.value.config.device;
        rows.push({ device, isThis, name: record.ok ? record.value.name : null, problem: record.ok ? null : record });
      }
      return ok(rows);
    },

    ...createMoves(deps, membership),

    /** Removes this device's objects, then its keys. `onlyHere`: the store is not reached; its objects stay. */
    async leave(onlyHere: boolean, signal: AbortSignal): Promise<Result<void>> {
      const config = await readConfig(disk, dataDir);
      if (!config.ok) return config;
      if (config.value === null) return notSetUp();
      if (!onlyHere) {
        const account = await opened(signal);
        if (!account.ok) return account;
        const ids = await presentDevices(account.value, signal);
        if (!ids.ok) return ids;
        const { device, leftSpaces } = config.value;
        const hasOthers = ids.value.some((id) => id !== device);
        const left = await leaveSpace(account.value, leftSpaces, hasOthers, signal);
        if (!left.ok) return left;
      }
      const written = await writeConfig(disk, dataDir, null);
      if (!written.ok) return written;
      // Those of a copy are the original's.
      if (!isCopied(config.value, disk, dataDir)) {
        await forgetSecrets(keychain, config.value.id);
        if (config.value.movedFrom) await forgetSecrets(keychain, config.value.movedFrom.keys);
      }
      // Deletions from now on concern this machine only, also if it joins again.
      await disk.rm(syncFolderOf(dataDir), { recursive: true, force: true }).catch(() => {});
      return ok(undefined);
    },
  };
}

function newMember(deviceName: string): Omit<SyncConfig, 'v' | 'id' | 'store' | 'space' | 'device' | 'home'> {
  return {
    ...{ deviceName, parts: [], paused: false, leftOut: [] },
    ...{ bytesPerSecond: null, maxFileBytes: null, syncsMetered: false, keepsFiles: false },
    ...{ revoked: [], movedFrom: null, toRevoke: [], leftSpaces: [] },
  };
}
