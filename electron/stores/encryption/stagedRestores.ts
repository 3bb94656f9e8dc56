// Restores that are prepared in folders of their own inside the data folder (`staged.restore-…`): their names, and what a conversion
// of the data does with them. electron/features/backup makes and applies them.

import { join } from 'node:path';
import { type Disk, exists, listNames } from '../files/disk.ts';
import { removeEncryptionFile } from './encryptionFile.ts';

export const restorePrefix = 'staged.restore-';
export const stagedFiles = 'files';
/** Marks a staged restore as complete. */
export const stagedCommit = 'restore.json';
/** The restore lock's name: while it is held, staged folders belong to a live process. */
export const restoreLock = 'restore';

/** The folders of prepared and unfinished restores. */
export async function stagedRestores(disk: Disk, dataDir: string): Promise<string[]> {
  return (await listNames(disk, dataDir).catch(() => [])).filter((name) => name.startsWith(restorePrefix));
}

/** The files of the restores that are finished later. The others are removed. The caller holds the restore lock. */
export async function filesOfRestores(disk: Disk, dataDir: string): Promise<string[]> {
  const folders: string[] = [];
  for (const name of await stagedRestores(disk, dataDir)) {
    const folder = join(dataDir, name);
    if (await exists(disk, join(folder, stagedCommit))) folders.push(join(folder, stagedFiles));
    else await disk.rm(folder, { recursive: true, force: true });
  }
  return folders;
}

/** Their files are plain now, so they bring no encryption. */
export async function forgetEncryption(disk: Disk, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await removeEncryptionFile(disk, folder);
}
