// sync/config.json in the data folder: where the store is, and which device this is. Secrets are in the keychain.

import { join, resolve } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { syncParts } from '../../../../shared/features/sync/sync.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, readWholeFile, statOrNull } from '../../../stores/files/disk.ts';
import { isBelow } from '../../../tools/sandbox/isBelow.ts';
import { checkConfig, type StoreConfig, storeConfigSchema } from '../remote/storeConfig.ts';
import { parseJson } from '../seal/signedObject.ts';

/** Part of the configuration of a machine in a space. */
export const lastMoveFields = {
  /** The last move: the name in the keychain of the secrets of the space before, who wrote it, and the devices that it revoked. */
  movedFrom: z
    .object({ keys: z.string(), by: z.string(), revoked: z.array(z.string()) })
    .nullable()
    .default(null),
  /** Revoked devices that have the seed of this space all the same. */
  toRevoke: z.array(z.string()).default([]),
};

const configSchema = z.object({
  v: z.literal(1),
  /** Part of the names in the keychain. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  store: storeConfigSchema,
  space: z.string(),
  device: z.string(),
  deviceName: z.string(),
  /** The data folder that this belongs to; null: not known. */
  home: z.object({ path: z.string(), ino: z.string() }).nullable().default(null),
  /** Which texts and settings sync, next to conversations. */
  parts: z.array(z.enum(syncParts)).default([]),
  /** Projects that do not sync with this machine; '': chats without a folder. */
  leftOut: z.array(z.string()).default([]),
  /** Limit of transfers; null: none. */
  bytesPerSecond: z.number().int().positive().nullable().default(null),
  /** Larger attachments and results stay on this machine; null: none do. */
  maxFileBytes: z.number().int().positive().nullable().default(null),
  /** False: on a metered connection, an open window syncs only when the user asks. */
  syncsMetered: z.boolean().default(false),
  /** An open window fetches all attachments and full results. */
  keepsFiles: z.boolean().default(false),
  /** An open window does not sync until the user resumes. */
  paused: z.boolean().default(false),
  /** Devices that were left behind in earlier spaces. */
  revoked: z.array(z.string()).default([]),
  ...lastMoveFields,
  /** Earlier spaces that still hold objects of this device. */
  leftSpaces: z.array(z.object({ space: z.string(), keepsMove: z.boolean() })).default([]),
});

export type SyncConfig = z.infer<typeof configSchema>;
export type LastMove = Pick<SyncConfig, keyof typeof lastMoveFields>;

export const folderName = 'sync';
export const configName = 'config.json';

/** Null: sync is not set up. */
export async function readConfig(disk: Disk, dataDir: string): Promise<Result<SyncConfig | null>> {
  const path = join(dataDir, folderName, configName);
  const read = await readWholeFile(disk, path);
  if (read.kind === 'absent') return ok(null);
  if (read.kind === 'unreadable') return fail('STORE_READ_FAILED', say`${path} cannot be read: ${read.reason}.`);
  const config = configSchema.safeParse(parseJson(read.bytes));
  if (config.success) return ok(config.data);
  return fail('STORE_READ_FAILED', say`${path} is damaged, or of a newer version. Nothing is synced.`);
}

/** Null removes it. */
export async function writeConfig(disk: Disk, dataDir: string, config: SyncConfig | null): Promise<Result<void>> {
  const path = join(dataDir, folderName, configName);
  try {
    if (config === null) await disk.rm(path, { force: true });
    else {
      await makeFolder(disk, join(dataDir, folderName));
      const full = { ...config, home: config.home ?? homeOf(disk, dataDir) };
      await atomicWrite(disk, path, `${JSON.stringify(full, null, 2)}\n`);
    }
    return ok(undefined);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`${path} cannot be written: ${diskReason(thrown)}.`);
  }
}

/** Identifies the data folder, to recognize a copy of it. */
export function homeOf(disk: Disk, dataDir: string): SyncConfig['home'] {
  const identity = statOrNull(disk, dataDir);
  return identity && { path: resolve(dataDir), ino: String(identity.ino) };
}

/** Two copies of a data folder must not write as the same device. A folder that was only moved keeps its number on the disk. */
export function isCopied({ home }: Pick<SyncConfig, 'home'>, disk: Disk, dataDir: string): boolean {
  const here = homeOf(disk, dataDir);
  return home !== null && here !== null && home.path !== here.path && home.ino !== here.ino;
}

export function copied() {
  return fail(
    'NOT_SUPPORTED',
    say`This data folder is a copy of one that syncs. Run “throughline sync leave --here” here, and join again.`,
  );
}

/** Checks and normalizes what a user entered. The store and the data folder must not contain each other. */
export async function checkPlace(disk: Disk, dataDir: string, entered: StoreConfig): Promise<Result<StoreConfig>> {
  const checked = checkConfig(entered);
  if (!checked.ok || checked.value.kind !== 'folder') return checked;
  const store = checked.value;
  const real = (path: string): Promise<string> => disk.realpath(path).catch(() => resolve(path));
  const folder = join(await real(store.folder), ...store.prefix.split('/'));
  const data = await real(dataDir);
  if (!isBelow(folder, data) && !isBelow(data, folder)) return checked;
  return fail(
    'SETTINGS_INVALID',
    say`${folder} belongs to the data folder of this app. Choose another folder, or another --prefix.`,
  );
}

export function notSetUp() {
  return fail('NOT_SUPPORTED', say`Sync is not set up on this machine. “throughline sync init” does that.`);
}
