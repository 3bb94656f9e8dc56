// Temporary files of processes that were killed while they wrote: nothing that was acknowledged is in them, and they hold what
// was said. They go as soon as somebody else writes there, or starts. One of a process that lives stays.

import { join } from 'node:path';
import { isMarkAlive } from '../../lib/processStart.ts';
import { isTemporaryName, ownerOf } from './atomicWrite.ts';
import type { Disk } from './disk.ts';
import { namesIn } from './folderEntries.ts';

/** Where nothing tells whose a file is, one that has not changed for so long belongs to nobody. */
const forgottenMs = 60 * 60_000;

/** Whether the temporary file with this name belongs to a process that has ended. */
export async function isLeftOver(disk: Disk, folder: string, name: string, now: Date): Promise<boolean> {
  const owner = ownerOf(name);
  const alive = owner === null ? null : isMarkAlive(owner);
  if (alive !== null) return !alive;
  return disk.stat(join(folder, name)).then(
    (stats) => now.getTime() - stats.mtimeMs > forgottenMs,
    () => false,
  );
}

/** Removes those of one folder. What cannot be looked at or removed now is left for the next time. */
export async function sweepFolder(disk: Disk, folder: string, now: Date): Promise<void> {
  for (const name of await namesIn(disk, folder).catch((): string[] => [])) {
    if (!isTemporaryName(name) || !(await isLeftOver(disk, folder, name, now))) continue;
    await disk.rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}
