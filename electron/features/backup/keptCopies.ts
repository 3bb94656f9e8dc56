// The copies of the data from before a new version (backups/ in the data folder) that are in clear: after the data is encrypted they would
// still hold it.

import { basename, join } from 'node:path';
import { type Disk, errorCode, listNames, readFlags } from '../../stores/files/disk.ts';
import { backupsIn } from './backupSeries.ts';

const folderName = 'backups';
/** The first entry, whose content names the key. */
const headBytes = 4096;

/** Their paths. @internal */
export async function plainCopies(disk: Disk, dataDir: string): Promise<string[]> {
  const folder = join(dataDir, folderName);
  const copies: string[] = [];
  for (const { name } of await backupsIn(disk, folder, null)) {
    if (!(await isSealed(disk, join(folder, name)))) copies.push(join(folder, name));
  }
  // Left by one that was killed.
  const unfinished = (await listNames(disk, folder)).filter((name) => /^throughline-.*\.tar\.part$/.test(name));
  return [...copies, ...unfinished.map((name) => join(folder, name))];
}

/** Returns the paths of those that were removed, and those that could not be. The next copy is a complete one. */
export async function removeKeptCopies(disk: Disk, dataDir: string): Promise<{ removed: string[]; left: string[] }> {
  const [removed, left]: [string[], string[]] = [[], []];
  // Newest first: an increment without its parents is worthless, a complete copy without increments is not.
  for (const path of (await plainCopies(disk, dataDir)).toReversed()) {
    try {
      await disk.unlink(path);
      removed.push(path);
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') left.push(path);
    }
  }
  return { removed: removed.toSorted(), left: left.toSorted() };
}

/** Encrypted as a file, or a copy of encrypted data. */
async function isSealed(disk: Disk, path: string): Promise<boolean> {
  if (basename(path).endsWith('.age')) return true;
  const handle = await disk.open(path, readFlags);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return /"keyId":"[0-9a-f]{16}"/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
