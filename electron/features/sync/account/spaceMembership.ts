// A machine in a space, for sync and for teams alike: it tries the store, enters the space, revokes a device, and leaves.

import { randomBytes } from 'node:crypto';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import type { Keychain } from '../../../ports/keychain.ts';
import { type Move, removeTree, writeMove } from '../devices/revocation.ts';
import { leftObject } from '../engine/syncNames.ts';
import { createDeviceRecord, type DeviceRecord, deviceKeysOf, deviceObject } from '../keys/deviceKeys.ts';
import { newSeed, spaceKeysOf } from '../keys/spaceKeys.ts';
import { checkStore } from '../remote/checkStore.ts';
import { openRemoteStore, type RemoteDeps } from '../remote/openRemoteStore.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import type { StoreConfig, StoreCredentials } from '../remote/storeConfig.ts';
import { createSealer, type SpaceSealer } from '../seal/createSealer.ts';
import { forgetSecrets, type SyncSecrets, storeSecrets } from './secrets.ts';
import { checkPlace } from './syncConfig.ts';

export interface SpaceAccess {
  remote: RemoteStore;
  sealer: SpaceSealer;
}

/** A space that a machine has left for another one, and that still holds objects of it. */
export interface LeftSpace {
  space: string;
  /** The note for those who have not followed stays. */
  keepsMove: boolean;
}

export const newMembershipId = (): string => randomBytes(8).toString('hex');

/** Tries the store before anything is stored here, and leaves nothing in it. */
export async function tryStore(
  deps: RemoteDeps & { dataDir: string },
  { store, credentials }: { store: StoreConfig; credentials: StoreCredentials },
  signal: AbortSignal,
): Promise<Result<{ store: StoreConfig; remote: RemoteStore }>> {
  const checked = await checkPlace(deps.disk, deps.dataDir, store);
  if (!checked.ok) return checked;
  const remote = await openRemoteStore(deps, checked.value, credentials, { create: true });
  const smallPages = await openRemoteStore(deps, checked.value, credentials, { create: true, pageSize: 2 });
  const works = await checkStore({ store: remote, smallPages, token: newMembershipId(), signal });
  return works.ok ? ok({ store: checked.value, remote }) : works;
}

interface Entering {
  keychain: Keychain;
  remote: RemoteStore;
  secrets: SyncSecrets;
  deviceName: string;
  revoked: readonly string[];
  signal: AbortSignal;
}

interface Entered {
  /** Part of the names in the keychain. */
  id: string;
  space: string;
  device: string;
}

/** Writes the keys, then the device's record, then what `save` writes: before the last step, nothing counts. */
export async function enterSpace<T>(
  { keychain, remote, secrets, deviceName, revoked, signal }: Entering,
  save: (entered: Entered) => Promise<Result<T>>,
): Promise<Result<T>> {
  const id = newMembershipId();
  const [keys, deviceKeys] = [await spaceKeysOf(secrets.seed), await deviceKeysOf(secrets.deviceSecret)];
  const inKeychain = await storeSecrets(keychain, id, secrets);
  if (!inKeychain.ok) return inKeychain;
  const sealer = createSealer({ store: remote, keys, deviceKeys, revoked: () => new Set(revoked), signal });
  const name = deviceObject(keys.space, deviceKeys.device);
  const record = Buffer.from(JSON.stringify(createDeviceRecord(keys, deviceKeys, deviceName)), 'utf8');
  const written = await remote.put(name, await sealer.seal(name, record), signal);
  const saved = written.ok ? await save({ id, space: keys.space, device: deviceKeys.device }) : written;
  if (!saved.ok) await forgetSecrets(keychain, id);
  return saved;
}

/** IDs of the devices whose folder the store lists, also of those that have left. */
export async function listedDevices(
  remote: RemoteStore,
  space: string,
  signal: AbortSignal,
): Promise<Result<string[]>> {
  const listed = await remote.list(space, { signal });
  if (!listed.ok) return listed;
  return ok(listed.value.flatMap(({ kind, name }) => (kind === 'folder' && /^[0-9a-f]{32}$/.test(name) ? [name] : [])));
}

/** False as well for a note that the device did not sign: everyone with access to the store could write one. */
export async function hasLeft(
  { remote, sealer }: SpaceAccess,
  device: string,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const name = leftObject(sealer.space, device);
  const left = await remote.get(name, signal);
  if (!left.ok || left.value === null) return left.ok ? ok(false) : left;
  const opened = await sealer.open(device, name, left.value);
  return opened.ok || opened.error.code === 'SYNC_DAMAGED' ? ok(opened.ok) : opened;
}

/** Those that have not left. */
export async function presentDevices(access: SpaceAccess, signal: AbortSignal): Promise<Result<string[]>> {
  const listed = await listedDevices(access.remote, access.sealer.space, signal);
  if (!listed.ok) return listed;
  const present: string[] = [];
  for (const device of listed.value) {
    const left = await hasLeft(access, device, signal);
    if (!left.ok) return left;
    if (!left.value) present.push(device);
  }
  return ok(present);
}

/** Writes the move of all devices but these to a new space. Null: none of them is in this one. */
export async function writeRevocation(
  access: SpaceAccess,
  revoked: readonly string[],
  signal: AbortSignal,
): Promise<Result<Pick<Move, 'newSeed' | 'revoked'> | null>> {
  const records = await presentRecords(access, signal);
  if (!records.ok) return records;
  if (!records.value.some(({ device }) => revoked.includes(device))) return ok(null);
  const move = { newSeed: newSeed(), revoked: [...revoked] };
  const written = await writeMove({ store: access.remote, sealer: access.sealer, signal }, records.value, move);
  return written.ok ? ok(move) : written;
}

/** Those of devices that have not left and can be read. */
export async function presentRecords(
  { remote, sealer }: SpaceAccess,
  signal: AbortSignal,
): Promise<Result<DeviceRecord[]>> {
  const devices = await presentDevices({ remote, sealer }, signal);
  if (!devices.ok) return devices;
  const records: DeviceRecord[] = [];
  for (const id of devices.value) {
    const record = await sealer.deviceRecord(id);
    // A device that is not readable gets no new seed.
    if (record.ok) records.push(record.value);
    else if (record.error.code !== 'SYNC_DAMAGED') return record;
  }
  return ok(records);
}

export async function removeFromLeftSpaces(
  remote: RemoteStore,
  device: string,
  leftSpaces: readonly LeftSpace[],
  signal: AbortSignal,
): Promise<Result<void>> {
  for (const { space, keepsMove } of leftSpaces) {
    const folder = `${space}/${device}`;
    const removed = await removeTree(remote, folder, keepsMove ? [`${folder}/moved`, `${folder}/device`] : [], signal);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

/** Removes everything of this device. `leavesNote`: for the others, which would take what is missing for a fault of the store. */
export async function leaveSpace(
  { remote, sealer }: SpaceAccess,
  leftSpaces: readonly LeftSpace[],
  leavesNote: boolean,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { space, device } = sealer;
  const note = leftObject(space, device);
  if (leavesNote) {
    const noted = await remote.put(note, await sealer.seal(note, Buffer.from('{"v":1}', 'utf8')), signal);
    if (!noted.ok) return noted;
  }
  const keep = leavesNote ? [note, deviceObject(space, device)] : [];
  for (const each of [...leftSpaces.map((left) => left.space), space]) {
    const removed = await removeTree(remote, `${each}/${device}`, keep, signal);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}
