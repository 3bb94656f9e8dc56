// Devices of a space in tests.

import {
  createDeviceRecord,
  type DeviceKeys,
  deviceKeysOf,
  deviceObject,
  newDeviceSecret,
} from '../../../electron/features/sync/keys/deviceKeys.ts';
import { newSeed, type SpaceKeys, spaceKeysOf } from '../../../electron/features/sync/keys/spaceKeys.ts';
import type { RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { createSealer, type SpaceSealer } from '../../../electron/features/sync/seal/createSealer.ts';

export interface TestDevice {
  keys: SpaceKeys;
  deviceKeys: DeviceKeys;
  sealer: SpaceSealer;
  revoked: Set<string>;
}

/** Adds a device to the space of the seed; without one, to a new space. */
export async function addDevice(store: RemoteStore, name: string, seed = newSeed()): Promise<TestDevice> {
  const { signal } = new AbortController();
  const keys = await spaceKeysOf(seed);
  const deviceKeys = await deviceKeysOf(newDeviceSecret());
  const revoked = new Set<string>();
  const sealer = createSealer({ store, keys, deviceKeys, revoked: () => revoked, signal });
  const object = deviceObject(keys.space, deviceKeys.device);
  const record = JSON.stringify(createDeviceRecord(keys, deviceKeys, name));
  await store.put(object, await sealer.seal(object, Buffer.from(record, 'utf8')), signal);
  return { keys, deviceKeys, sealer, revoked };
}
