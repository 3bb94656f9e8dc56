// devices.json: the paired devices, the host name of the tunnel, and a pairing in progress; passkeys.json: the devices'
// passkeys. Several processes may change them: the app that serves the devices, and the command line. A revocation must
// not be undone, so they are in no backup.

import { watch } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { rights } from '../../../shared/features/remote/rights.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Platform } from '../../platform.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import { withLock } from '../../stores/locks/locks.ts';
import { newSecret } from './secrets.ts';

/** A point of the curve P-256, as in a JSON Web Key. */
const publicKey = z.object({ x: z.string().regex(/^[\w-]{43}$/), y: z.string().regex(/^[\w-]{43}$/) });

export type PublicKey = z.infer<typeof publicKey>;

const device = z.object({
  id: z.string(),
  name: z.string(),
  key: publicKey,
  right: z.enum(rights),
  origin: z.string(),
  addedAt: z.string(),
  seenAt: z.string().nullable(),
});

const passkey = z.object({
  /** The credential's, in Base64url. */
  id: z.string(),
  /** DER (SubjectPublicKeyInfo) in Base64url. */
  publicKey: z.string(),
  counter: z.number().int().min(0),
  /** The host name that it belongs to. */
  rpId: z.string(),
  transports: z.array(z.string()),
  addedAt: z.string(),
  wentBackAt: z.string().nullable(),
});

export type Passkey = z.infer<typeof passkey>;

const passkeysOfDevice = z.object({ asks: z.boolean(), passkeys: z.array(passkey) });

/** A file of its own: versions without passkeys rewrite devices.json with only the fields that they know. */
const passkeysSchema = z.object({ v: z.literal(1), devices: z.record(z.string(), passkeysOfDevice) });

type PasskeysFile = z.infer<typeof passkeysSchema>;

export interface Device extends z.infer<typeof device> {
  passkeys: Passkey[];
  /** It has to use one before it allows anything; without a passkey it has no effect. */
  asksPasskey: boolean;
}

const pairing = z.object({
  id: z.string(),
  /** SHA-256 of the code; null: it was used. */
  code: z.string().nullable(),
  until: z.string(),
  right: z.enum(rights),
  /** Always 0: versions that count wrong codes here need it. */
  wrong: z.number(),
  request: z
    .object({ name: z.string(), key: publicKey, origin: z.string(), check: z.string(), ticket: z.string() })
    .nullable(),
  /** The device's id, once accepted. */
  accepted: z.string().nullable(),
});

export type Pairing = z.infer<typeof pairing>;

const schema = z.object({
  v: z.literal(1),
  /** Identifies this data folder in what devices sign. */
  host: z.string(),
  name: z.string().nullable(),
  devices: z.array(device),
  pairing: pairing.nullable(),
});

export interface DevicesFile extends Omit<z.infer<typeof schema>, 'devices'> {
  devices: Device[];
}

export interface DeviceList {
  read(): Promise<Result<DevicesFile>>;
  /** Applies `edit` while no other process changes the file. Nothing is written if it fails. */
  change<T>(edit: (file: DevicesFile) => Result<{ file: DevicesFile; value: T }>): Promise<Result<T>>;
  /** Calls back when the file may have changed. */
  follow(listener: () => void): () => void;
}

export const maxDevices = 50;
const fileName = 'devices.json';
const passkeysName = 'passkeys.json';
/** Where the system cannot watch files. */
const pollMs = 2_000;

type DeviceListDeps = Pick<Platform, 'dataDir' | 'disk' | 'clock'>;

export function createDeviceList({ dataDir, disk, clock }: DeviceListDeps): DeviceList {
  const path = join(dataDir, fileName);
  const passkeysPath = join(dataDir, passkeysName);
  const files = createJsonFiles(disk, () => clock.now());
  const queue = createKeyedQueue();
  const empty = (): z.infer<typeof schema> => ({ v: 1, host: newSecret(), name: null, devices: [], pairing: null });
  const noPasskeys = (): PasskeysFile => ({ v: 1, devices: {} });
  const lock = { folder: join(dataDir, 'locks'), name: 'devices', purpose: say`changing the paired devices`, clock };

  async function load(): Promise<Result<{ file: DevicesFile; unreadable: boolean }>> {
    const file = await files.read(path, schema, empty, fileName);
    if (file.unread !== undefined) return fail('STORE_READ_FAILED', say`${path} could not be read: ${file.unread}.`);
    const passkeys = await files.read(passkeysPath, passkeysSchema, noPasskeys, passkeysName);
    // Without it a device would no longer be asked for its passkey.
    if (passkeys.notice !== null) {
      return fail(
        'STORE_READ_FAILED',
        say`${passkeysPath} cannot be read, so no device gets in. Restore the file, or delete it to remove all passkeys.`,
      );
    }
    return ok({ file: withPasskeys(file.value, passkeys.value), unreadable: file.notice !== null });
  }

  /** Devices first: passkeys of a device that is not listed have no effect. */
  async function save(before: DevicesFile, after: DevicesFile, unreadable: boolean): Promise<Result<void>> {
    const [was, is] = [split(before), split(after)];
    if (unreadable || JSON.stringify(was.file) !== JSON.stringify(is.file)) {
      const written = await files.write(path, is.file, { synced: true, unreadable });
      if (!written.ok) return written;
    }
    if (JSON.stringify(was.passkeys) === JSON.stringify(is.passkeys)) return ok(undefined);
    return files.write(passkeysPath, is.passkeys, { synced: true, unreadable: false });
  }

  return {
    async read() {
      const loaded = await load();
      return loaded.ok ? ok(loaded.value.file) : loaded;
    },
    change: (edit) =>
      queue.run('', async () => {
        await makeFolder(disk, dataDir);
        return withLock(lock, 'DATA_FOLDER_BUSY', async () => {
          const loaded = await load();
          if (!loaded.ok) return loaded;
          const edited = edit(loaded.value.file);
          if (!edited.ok) return edited;
          const { file, value } = edited.value;
          if (file === loaded.value.file) return ok(value);
          const written = await save(loaded.value.file, file, loaded.value.unreadable);
          return written.ok ? ok(value) : written;
        });
      }),
    follow(listener) {
      const poll = setInterval(listener, pollMs).unref();
      try {
        const watcher = watch(dataDir, { persistent: false }, (_event, changed) => {
          if (changed === null || changed === fileName || changed === passkeysName) listener();
        });
        watcher.on('error', () => watcher.close());
        return () => {
          clearInterval(poll);
          watcher.close();
        };
      } catch {
        return () => clearInterval(poll);
      }
    },
  };
}

function withPasskeys(file: z.infer<typeof schema>, { devices }: PasskeysFile): DevicesFile {
  return {
    ...file,
    devices: file.devices.map((each) => {
      const its = Object.hasOwn(devices, each.id) ? devices[each.id] : undefined;
      return { ...each, passkeys: its?.passkeys ?? [], asksPasskey: its?.asks ?? false };
    }),
  };
}

function split(joined: DevicesFile): { file: z.infer<typeof schema>; passkeys: PasskeysFile } {
  const devices = joined.devices.map(({ passkeys: _, asksPasskey: __, ...each }) => each);
  const secured = joined.devices.filter(({ passkeys }) => passkeys.length > 0);
  return {
    file: { ...joined, devices },
    passkeys: {
      v: 1,
      devices: Object.fromEntries(secured.map(({ id, asksPasskey: asks, passkeys }) => [id, { asks, passkeys }])),
    },
  };
}
