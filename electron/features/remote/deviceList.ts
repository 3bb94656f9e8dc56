// devices.json: the paired devices, the host name of the tunnel, and a pairing in progress. Several processes may change
// it: the app that serves the devices, and the command line. A revocation must not be undone, so the file is in no backup.

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

export type Device = z.infer<typeof device>;

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

export type DevicesFile = z.infer<typeof schema>;

export interface DeviceList {
  read(): Promise<Result<DevicesFile>>;
  /** Applies `edit` while no other process changes the file. Nothing is written if it fails. */
  change<T>(edit: (file: DevicesFile) => Result<{ file: DevicesFile; value: T }>): Promise<Result<T>>;
  /** Calls back when the file may have changed. */
  follow(listener: () => void): () => void;
}

export const maxDevices = 50;
const fileName = 'devices.json';
/** Where the system cannot watch files. */
const pollMs = 2_000;

type DeviceListDeps = Pick<Platform, 'dataDir' | 'disk' | 'clock'>;

export function createDeviceList({ dataDir, disk, clock }: DeviceListDeps): DeviceList {
  const path = join(dataDir, fileName);
  const files = createJsonFiles(disk, () => clock.now());
  const queue = createKeyedQueue();
  const empty = (): DevicesFile => ({ v: 1, host: newSecret(), name: null, devices: [], pairing: null });
  const lock = { folder: join(dataDir, 'locks'), name: 'devices', purpose: say`changing the paired devices`, clock };

  async function load(): Promise<Result<{ file: DevicesFile; unreadable: boolean }>> {
    const file = await files.read<DevicesFile>(path, schema, empty, fileName);
    if (file.unread !== undefined) return fail('STORE_READ_FAILED', say`${path} could not be read: ${file.unread}.`);
    return ok({ file: file.value, unreadable: file.notice !== null });
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
          const written = await files.write(path, file, { synced: true, unreadable: loaded.value.unreadable });
          return written.ok ? ok(value) : written;
        });
      }),
    follow(listener) {
      const poll = setInterval(listener, pollMs).unref();
      try {
        const watcher = watch(dataDir, { persistent: false }, (_event, changed) => {
          if (changed === null || changed === fileName) listener();
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
