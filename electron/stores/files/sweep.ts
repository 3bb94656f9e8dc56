// Sweeps temporary files of processes that were killed while writing. They hold nothing acknowledged but do hold
// conversation text, so they go at the next write or start. Files of a live process stay.

import { join } from 'node:path';
import { isMarkAlive } from '../../lib/processStart.ts';
import { isTemporaryName, ownerOf } from './atomicWrite.ts';
import { type Disk, listNames } from './disk.ts';

/** If the owner is unknown, a file unchanged for this long counts as abandoned. */
const forgottenMs = 60 * 60_000;

/** Whether this temporary file belongs to a process that has ended. */
export async function isAbandonedFile(disk: Disk, folder: string, name: string, now: Date): Promise<boolean> {
  const owner = ownerOf(name);
  const alive = owner === null ? null : isMarkAlive(owner);
  if (alive !== null) return !alive;
  return disk.stat(join(folder, name)).then(
    (stats) => now.getTime() - stats.mtimeMs > forgottenMs,
    () => false,
  );
}

/** Sweeps one folder. Files that cannot be checked or removed now are left for next time. */
export async function sweepFolder(disk: Disk, folder: string, now: Date): Promise<void> {
  for (const name of await listNames(disk, folder).catch((): string[] => [])) {
    if (!isTemporaryName(name) || !(await isAbandonedFile(disk, folder, name, now))) continue;
    await disk.rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}
