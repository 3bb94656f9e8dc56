// Opens paths resolved by `pathScope.ts` without following links created since. On Linux each folder is opened from its
// parent, so a swapped-in link cannot be followed; elsewhere the opened file is compared with the path. Throws
// `PathMoved` if the path leads elsewhere now, or system errors.

import { constants, existsSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { PathMovedError } from './fileErrors.ts';
import { errorCodeOf, type ScopedPath, segmentsBelow } from './realLocation.ts';

/** An open project folder. `path` takes single names, never paths. */
export interface OpenFolder {
  /** A path that stays in this very folder, for system calls and as a child's `cwd`. */
  path(name?: string): string;
  /** Syncs the folder's entries, if supported. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenFile {
  handle: FileHandle;
  stats: Stats;
}

const noFollow = constants.O_NOFOLLOW ?? 0;
const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | noFollow;
const fileFlags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
/** O_PATH on Linux. */
const placeOnly = 0o10000000;
const linuxHandles = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Opens the folder at `segments` below the root; `create` makes missing ones. */
export async function openFolder(root: string, segments: readonly string[], create = false): Promise<OpenFolder> {
  let folder = await openStep(root, root);
  for (const [at, segment] of segments.entries()) {
    const above = folder;
    try {
      if (create) await makeFolder(above.path(segment));
      folder = await openStep(above.path(segment), join(root, ...segments.slice(0, at + 1)));
    } finally {
      await above.close();
    }
  }
  return folder;
}

/** Opens a subfolder of an open folder; `expected` is its full path. */
export function openBelow(above: OpenFolder, name: string, expected: string): Promise<OpenFolder> {
  return openStep(above.path(name), expected);
}

/** Opens a regular file for reading. A folder throws EISDIR; pipes, sockets and devices are refused without opening. */
export async function openFile(scoped: ScopedPath): Promise<OpenFile> {
  const name = scoped.segments.at(-1);
  if (name === undefined) throw coded('EISDIR');
  const folder = await openFolder(scoped.root, scoped.segments.slice(0, -1));
  try {
    return await openFileIn(folder, name, join(scoped.root, ...scoped.segments), scoped.root);
  } finally {
    await folder.close();
  }
}

async function openFileIn(folder: OpenFolder, name: string, expected: string, root: string): Promise<OpenFile> {
  const path = folder.path(name);
  requireRegular(await lstat(path));
  const handle = await open(path, fileFlags).catch(rethrowAsMoved);
  try {
    const stats = await handle.stat();
    requireRegular(stats);
    await requireInside(handle, stats, expected, root);
    return { handle, stats };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** Throws the reason why this is not a regular file. */
export function requireRegular(stats: Stats): void {
  if (stats.isSymbolicLink()) throw new PathMovedError();
  if (stats.isDirectory()) throw coded('EISDIR');
  if (!stats.isFile()) throw coded('NOT_A_FILE');
}

async function openStep(path: string, expected: string): Promise<OpenFolder> {
  const handle = process.platform === 'win32' ? null : await openHandle(path).catch(rethrowAsMoved);
  try {
    if (!linuxHandles && (await realpath(expected)) !== expected) throw new PathMovedError();
  } catch (thrown) {
    await handle?.close();
    throw thrown;
  }
  const base = linuxHandles && handle ? `/proc/self/fd/${handle.fd}` : expected;
  return {
    path: (name) => (name === undefined ? base : `${base}${sep}${name}`),
    sync: async () => {
      // Some file systems cannot sync folders; the file itself is synced.
      await handle?.sync().catch(() => {});
    },
    close: async () => {
      await handle?.close();
    },
  };
}

/** A folder that is traversable but not listable is opened with O_PATH. */
async function openHandle(path: string): Promise<FileHandle> {
  try {
    return await open(path, folderFlags);
  } catch (thrown) {
    if (!linuxHandles || errorCodeOf(thrown) !== 'EACCES') throw thrown;
    return open(path, folderFlags | placeOnly);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if (errorCodeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

async function requireInside(handle: FileHandle, stats: Stats, expected: string, root: string): Promise<void> {
  if (linuxHandles) {
    const opened = await readlink(`/proc/self/fd/${handle.fd}`);
    if (segmentsBelow(root, opened, sep) === null) throw new PathMovedError();
    return;
  }
  const now = await lstat(expected);
  if (now.ino !== stats.ino || now.dev !== stats.dev) throw new PathMovedError();
  if ((await realpath(expected)) !== expected) throw new PathMovedError();
}

/** The name has become a link or another kind of entry since it was resolved. */
function rethrowAsMoved(thrown: unknown): never {
  if (['ELOOP', 'EMLINK', 'ENOTDIR'].includes(errorCodeOf(thrown) ?? '')) throw new PathMovedError();
  throw thrown;
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
