// Where a path really leads once every link in it is followed, also when nothing is there yet: the deepest existing
// folder is resolved and the missing names are added; a link to nothing counts as the place that it points to.

import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export interface RealLocation {
  /** Absolute, without links at the time of asking. */
  path: string;
  exists: boolean;
}

/** As many as the system itself follows. */
const mostLinks = 40;

/** Throws the file system's error when the path cannot be followed: ELOOP, EACCES, ENOTDIR, ENAMETOOLONG. */
export async function realLocation(path: string, linksLeft = mostLinks): Promise<RealLocation> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
  const parentPath = dirname(path);
  if (parentPath === path) return { path, exists: false };
  const parent = await realLocation(parentPath, linksLeft);
  const here = join(parent.path, basename(path));
  if (!parent.exists) return { path: here, exists: false };

  const target = await linkTarget(here);
  if (target === null) return { path: here, exists: false };
  if (linksLeft <= 0) throw Object.assign(new Error(`too many links in the path ${path}`), { code: 'ELOOP' });
  return realLocation(resolve(parent.path, target), linksLeft - 1);
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}

/** The names between `folder` and `path`; empty when they are the same, null when `path` is not inside. */
export function segmentsBelow(folder: string, path: string, separator: string): string[] | null {
  if (path === folder) return [];
  const base = folder.endsWith(separator) ? folder : folder + separator;
  return path.startsWith(base) ? path.slice(base.length).split(separator) : null;
}

export interface ScopedPath {
  /** The project's folder, without links; of a place outside of it the root of the file system. */
  root: string;
  /** Names from the root on, none of them a link; empty for the folder itself. */
  segments: readonly string[];
  /** The same with `/` between, as people and models see it; `.` for the folder itself. Absolute for a place outside. */
  shown: string;
  exists: boolean;
}
