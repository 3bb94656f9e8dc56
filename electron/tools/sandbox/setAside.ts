// Takes a file or folder out of the project without losing it.

import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Gives the path where it is now; null: it was gone. */
export async function setAside(path: string, quarantine: string): Promise<string | null> {
  await mkdir(quarantine, { recursive: true, mode: 0o700 });
  const to = join(await mkdtemp(join(quarantine, 'made-')), basename(path));
  try {
    await rename(path, to);
    return to;
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return null;
    // Another disk.
    await cp(path, to, { recursive: true, verbatimSymlinks: true });
    await rm(path, { recursive: true, force: true });
    return to;
  }
}
