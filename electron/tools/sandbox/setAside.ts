// Moves a file or folder out of the project without losing it.

import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { openFolder } from '../paths/openInside.ts';
import type { FileCopy } from './guardedPlaces.ts';

/** `root` is the folder that it must be in; no link on the way is followed. Returns its new path, or null if it was gone. */
export async function setAside(
  { path, root }: { path: string; root: string },
  quarantine: string,
): Promise<string | null> {
  await mkdir(quarantine, { recursive: true, mode: 0o700 });
  const to = join(await mkdtemp(join(quarantine, 'made-')), basename(path));
  const folder = await openFolder(root, relative(root, dirname(path)).split(sep).filter(Boolean)).catch(() => null);
  if (folder === null) return null;
  const from = folder.path(basename(path));
  try {
    await rename(from, to);
    return to;
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return null;
    // Different file system.
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
    return to;
  } finally {
    await folder.close();
  }
}

/** Restores a copy where something was moved away. Anything new there stays. */
export async function restore({ path, root }: { path: string; root: string }, copy: FileCopy): Promise<void> {
  const folder = await openFolder(root, relative(root, dirname(path)).split(sep).filter(Boolean)).catch(() => null);
  if (folder === null) return;
  try {
    const to = folder.path(basename(path));
    if ('link' in copy) await symlink(copy.link, to);
    else await writeFile(to, copy.bytes, { flag: 'wx', mode: copy.mode });
  } catch {
    // Something is in the way, or the folder is not writable any more.
  } finally {
    await folder.close();
  }
}
