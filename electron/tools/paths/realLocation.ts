// Resolves all links of a path, even if it does not exist yet: resolves the deepest existing folder and appends the
// missing names; a dangling link counts as its target.

import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export interface RealLocation {
  /** Absolute, without links as of now. */
  path: string;
  exists: boolean;
}

/** The system's own limit. */
const maxLinks = 40;

interface Following {
  linksLeft?: number;
  /** If a name is missing, use the entry with the same NFC form: macOS often stores decomposed names. */
  byForm?: boolean;
}

/** Throws file system errors: ELOOP, EACCES, ENOTDIR, ENAMETOOLONG; with `byForm` also `AmbiguousNameError`. */
export async function resolveRealPath(
  path: string,
  { linksLeft = maxLinks, byForm = false }: Following = {},
): Promise<RealLocation> {
  const resolved = await existing(path);
  if (resolved !== null) return resolved;
  const parentPath = dirname(path);
  if (parentPath === path) return { path, exists: false };
  const parent = await resolveRealPath(parentPath, { linksLeft, byForm });
  const here = join(parent.path, basename(path));
  if (!parent.exists) return { path: here, exists: false };

  const inParent = byForm ? await existing(here) : null;
  if (inParent !== null) return inParent;
  const target = await linkTarget(here);
  if (target === null) {
    const existingName = byForm ? await entryByForm(parent.path, basename(path)) : null;
    return existingName === null
      ? { path: here, exists: false }
      : resolveRealPath(join(parent.path, existingName), { linksLeft, byForm });
  }
  if (linksLeft <= 0) throw Object.assign(new Error(`too many links in the path ${path}`), { code: 'ELOOP' });
  return resolveRealPath(resolve(parent.path, target), { linksLeft: linksLeft - 1, byForm });
}

async function existing(path: string): Promise<RealLocation | null> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (thrown) {
    if (errorCodeOf(thrown) !== 'ENOENT') throw thrown;
    return null;
  }
}

/** Thrown if several entries share the NFC form of a missing name. */
export class AmbiguousNameError extends Error {
  override name = 'AmbiguousName';
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(`several names have the same Unicode form: ${names.join(', ')}`);
    this.names = names;
  }
}

/** An ASCII name has no other form and never matches one that merely folds to it. */
async function entryByForm(folder: string, name: string): Promise<string | null> {
  if (!/[^\0-\x7f]/.test(name)) return null;
  const normalized = name.normalize('NFC');
  const names = await readdir(folder).catch(() => []);
  const same = names.filter(
    (entry) => entry !== name && entry.normalize('NFC') === normalized && !entry.includes('\ufffd'),
  );
  if (same.length > 1) throw new AmbiguousNameError(same.sort());
  return same[0] ?? null;
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch (thrown) {
    if (errorCodeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

export function errorCodeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}

/** Segments from `folder` to `path`; empty if equal, null if `path` is outside. */
export function segmentsBelow(folder: string, path: string, separator: string): string[] | null {
  if (path === folder) return [];
  const base = folder.endsWith(separator) ? folder : folder + separator;
  return path.startsWith(base) ? path.slice(base.length).split(separator) : null;
}

export interface ScopedPath {
  /** The project folder with links resolved; outside of it, the file system root. */
  root: string;
  /** Segments below the root, none of them a link; empty for the root itself. */
  segments: readonly string[];
  /** The path shown to users and models: segments joined with `/`, `.` for the root, absolute if outside. */
  displayPath: string;
  exists: boolean;
}
