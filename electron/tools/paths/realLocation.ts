// Where a path really leads once every link in it is followed, also when nothing is there yet: the deepest existing
// folder is resolved and the missing names are added; a link to nothing counts as the place that it points to.

import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export interface RealLocation {
  /** Absolute, without links at the time of asking. */
  path: string;
  exists: boolean;
}

/** As many as the system itself follows. */
const maxLinks = 40;

interface Following {
  linksLeft?: number;
  /** Where a name is not there, the entry whose NFC form is equal is meant: the names of many Macs are decomposed. */
  byForm?: boolean;
}

/**
 * Throws the file system's error when the path cannot be followed: ELOOP, EACCES, ENOTDIR, ENAMETOOLONG; with `byForm` also
 * `AmbiguousNameError`.
 */
export async function realLocation(
  path: string,
  { linksLeft = maxLinks, byForm = false }: Following = {},
): Promise<RealLocation> {
  const known = await existing(path);
  if (known !== null) return known;
  const parentPath = dirname(path);
  if (parentPath === path) return { path, exists: false };
  const parent = await realLocation(parentPath, { linksLeft, byForm });
  const here = join(parent.path, basename(path));
  if (!parent.exists) return { path: here, exists: false };

  const inParent = byForm ? await existing(here) : null;
  if (inParent !== null) return inParent;
  const target = await linkTarget(here);
  if (target === null) {
    const found = byForm ? await entryByForm(parent.path, basename(path)) : null;
    return found === null
      ? { path: here, exists: false }
      : realLocation(join(parent.path, found), { linksLeft, byForm });
  }
  if (linksLeft <= 0) throw Object.assign(new Error(`too many links in the path ${path}`), { code: 'ELOOP' });
  return realLocation(resolve(parent.path, target), { linksLeft: linksLeft - 1, byForm });
}

async function existing(path: string): Promise<RealLocation | null> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
    return null;
  }
}

/** Thrown where several entries of a folder have the NFC form of a name that is not there itself. */
export class AmbiguousNameError extends Error {
  override name = 'AmbiguousName';
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(`several names have the same Unicode form: ${names.join(', ')}`);
    this.names = names;
  }
}

/** An ASCII name has no other form, and is never taken for one that only folds to it. */
async function entryByForm(folder: string, name: string): Promise<string | null> {
  if (!/[^\0-\x7f]/.test(name)) return null;
  const wanted = name.normalize('NFC');
  const names = await readdir(folder).catch(() => []);
  const same = names.filter(
    (entry) => entry !== name && entry.normalize('NFC') === wanted && !entry.includes('\ufffd'),
  );
  if (same.length > 1) throw new AmbiguousNameError(same.sort());
  return same[0] ?? null;
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
