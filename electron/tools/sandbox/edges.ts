// Folders for what a conversation's programs get from the app: the proxy's socket, and copies of their files. Programs cannot
// see them. Those of a killed app are removed by the next one.

import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMarkAlive, ownMark } from '../../lib/processStart.ts';
import { isBelow } from './isBelow.ts';

export interface Edges {
  make(): Promise<string>;
}

/** Fallback location if the app's folder does not work. Hidden from programs too. */
export const sharedEdgesFolder = `/var/tmp/throughline-${process.getuid?.() ?? 0}`;
/** Socket paths are limited to 107 bytes. */
const maxFolderBytes = 80;
const prefix = 'edge-';
const ownerFile = 'owner';

/** `ownFolder` belongs to the app, and is created on demand. */
export function createEdges(ownFolder: string): Edges {
  let place: Promise<string> | null = null;

  /** Not below /tmp, which the namespace replaces, nor where socket paths get too long. */
  async function findPlace(): Promise<string> {
    await mkdir(ownFolder, { recursive: true, mode: 0o700 });
    const resolvedFolder = await realpath(ownFolder);
    await removeStale(resolvedFolder, false);
    if (!isBelow(resolvedFolder, '/tmp') && Buffer.byteLength(resolvedFolder) < maxFolderBytes) return resolvedFolder;
    await mkdir(sharedEdgesFolder, { recursive: true, mode: 0o700 });
    const { uid, mode } = await lstat(sharedEdgesFolder);
    if (uid !== process.getuid?.() || (mode & 0o777) !== 0o700)
      throw new Error(`${sharedEdgesFolder} belongs to somebody else`);
    await removeStale(sharedEdgesFolder, true);
    return sharedEdgesFolder;
  }

  return {
    async make() {
      place ??= findPlace().catch((thrown) => {
        place = null;
        throw thrown;
      });
      const edge = await mkdtemp(join(await place, prefix));
      await writeFile(join(edge, ownerFile), ownMark ?? '');
      return edge;
    },
  };
}

/** A namespace's proxy listens there; it is removed with it. */
export function isEdgeSocket(path: string): boolean {
  return /\/edge-[^/]+\/proxy\.sock$/.test(path);
}

/** In the app's own folder, whatever is not known to be in use; in the shared one, only what is known not to be. */
async function removeStale(folder: string, isShared: boolean): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  await Promise.all(
    names.map(async (name) => {
      const owner = await readFile(join(folder, name, ownerFile), 'utf8').catch(() => '');
      const isAlive = owner === '' ? null : isMarkAlive(owner);
      if (isAlive === false || (isAlive === null && !isShared))
        await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
    }),
  );
}
