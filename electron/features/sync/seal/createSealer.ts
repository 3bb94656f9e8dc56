// Seals and opens the objects of a space. Other devices become known by their `device` objects, which are read when needed.

import type { KeyObject } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { createKeyedQueue } from '../../../lib/keyedQueue.ts';
import {
  type DeviceKeys,
  type DeviceRecord,
  deviceObject,
  deviceRecordSchema,
  verifyDeviceRecord,
} from '../keys/deviceKeys.ts';
import type { SpaceKeys } from '../keys/spaceKeys.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import { decryptObject, encryptObject } from './ageObject.ts';
import type { Sealer } from './sealer.ts';
import { parseJson, parseObject, readContent, signObject, type UnverifiedObject } from './signedObject.ts';

/** Why an object cannot be opened; `details.cause` of a SYNC_DAMAGED error. */
type SealDamage =
  | 'notSealed'
  | 'otherKey'
  | 'truncated'
  | 'changed'
  | 'otherName'
  | 'otherDevice'
  | 'unknownDevice'
  | 'revokedDevice'
  | 'forged';

export interface SealerOptions {
  store: RemoteStore;
  keys: SpaceKeys;
  deviceKeys: DeviceKeys;
  /** Devices whose objects are refused. */
  revoked: () => ReadonlySet<string>;
  signal: AbortSignal;
}

export interface SpaceSealer extends Sealer {
  readonly space: string;
  /** Reads and verifies a device's record. `fresh`: even if it is known, as its name may have changed. */
  deviceRecord(device: string, options?: { fresh?: boolean }): Promise<Result<DeviceRecord>>;
}

interface KnownDevice {
  record: DeviceRecord;
  key: KeyObject;
}

function damaged(cause: SealDamage, message: Sentence) {
  return fail('SYNC_DAMAGED', message, { cause });
}

export function createSealer({ store, keys, deviceKeys, revoked, signal }: SealerOptions): SpaceSealer {
  const devices = new Map<string, Promise<Result<KnownDevice>>>();
  const queue = createKeyedQueue();
  const slice = createTimeSlice();

  /** The curves are computed in JavaScript, a millisecond each: many at once would keep the event loop from its other work. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    return queue.run('', async () => {
      await slice();
      return work();
    });
  }

  async function decrypt(name: string, bytes: Uint8Array): Promise<Result<UnverifiedObject>> {
    const decrypted = await decryptObject(keys.identity, bytes);
    switch (decrypted.kind) {
      case 'open': {
        const object = parseObject(decrypted.bytes);
        return object ? ok(object) : damaged('notSealed', say`${name} in the store was not sealed by this app.`);
      }
      case 'notSealed':
        return damaged('notSealed', say`${name} in the store was not sealed by this app.`);
      case 'otherKey':
        return damaged('otherKey', say`${name} in the store was sealed with the key of another space.`);
      case 'truncated':
        return damaged('truncated', say`${name} in the store is cut short.`);
      case 'changed':
        return damaged('changed', say`${name} in the store was changed after it was sealed.`);
    }
  }

  /** Verifies everything but that the device is one of the space. */
  async function verified(
    object: UnverifiedObject,
    key: KeyObject,
    device: string,
    name: string,
  ): Promise<Result<Uint8Array>> {
    const { header } = object;
    if (header.device !== device) {
      return damaged('otherDevice', say`${name} in the store was sealed by another device (${header.device}).`);
    }
    if (!object.isSignedBy(key)) {
      return damaged('forged', say`${name} in the store was not signed by the device that it names.`);
    }
    if (header.name !== name) {
      return damaged(
        'otherName',
        say`${name} in the store was sealed as ${header.name}: objects were swapped or repeated.`,
      );
    }
    const content = await readContent(object);
    return content ? ok(content) : damaged('changed', say`${name} in the store was changed after it was sealed.`);
  }

  async function readDevice(device: string): Promise<Result<KnownDevice>> {
    const name = deviceObject(keys.space, device);
    const stored = await store.get(name, signal);
    if (!stored.ok) return stored;
    const unknown = () => damaged('unknownDevice', say`The device ${device} is not one of this space.`);
    if (stored.value === null) return unknown();
    const bytes = stored.value;
    const object = await inTurn(() => decrypt(name, bytes));
    if (!object.ok) return object;
    const content = await readContent(object.value);
    const record = deviceRecordSchema.safeParse(content ? parseJson(content) : null);
    const key = record.success ? verifyDeviceRecord(keys, record.data) : null;
    if (!record.success || !key || record.data.device !== device) return unknown();
    const signed = await verified(object.value, key, device, name);
    return signed.ok ? ok({ record: record.data, key }) : signed;
  }

  async function deviceOf(device: string, fresh = false): Promise<Result<KnownDevice>> {
    if (revoked().has(device)) {
      return damaged('revokedDevice', say`The device ${device} was revoked. What it writes is not read.`);
    }
    const cached = fresh ? undefined : devices.get(device);
    if (cached) return cached;
    const reading = readDevice(device);
    devices.set(device, reading);
    const forget = (): void => {
      if (devices.get(device) === reading) devices.delete(device);
    };
    const read = await reading.catch((thrown) => {
      forget();
      throw thrown;
    });
    if (!read.ok) forget();
    return read;
  }

  return {
    device: deviceKeys.device,
    space: keys.space,
    hiddenName: keys.hiddenName,
    seal: (name, body) =>
      inTurn(async () =>
        encryptObject(keys.recipient, await signObject(deviceKeys.device, deviceKeys.signKey, name, body)),
      ),
    async open(device, name, bytes) {
      const sender = await deviceOf(device);
      if (!sender.ok) return sender;
      const { key } = sender.value;
      return inTurn(async () => {
        const object = await decrypt(name, bytes);
        return object.ok ? verified(object.value, key, device, name) : object;
      });
    },
    async deviceRecord(device, { fresh = false } = {}) {
      const current = await deviceOf(device, fresh);
      return current.ok ? ok(current.value.record) : current;
    },
  };
}
