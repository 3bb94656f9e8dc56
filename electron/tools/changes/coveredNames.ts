// Entries that are never kept or restored: git's own files, the app's data, and the app's temporary files.

import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { isBelowAny, isGitName, pathFormsOf } from '../paths/protectedPaths.ts';

/** Takes a path below the root, with `/`. */
export type CoverageTest = (path: string) => boolean;

/** Temporary names used when tools and undo write a file. */
const temporaryName = /^\.throughline-[0-9a-f]{18}\.tmp$/;

export async function createCoverageTest(root: string, protectedFolders: readonly string[]): Promise<CoverageTest> {
  const isProtected = isBelowAny((await Promise.all(protectedFolders.map(pathFormsOf))).flat());
  return (path) => {
    const names = path.split('/');
    if (!names.every(isPlainName)) return false;
    if (names.some(isGitName) || temporaryName.test(names.at(-1) as string)) return false;
    return !isProtected(
      join(root, ...names)
        .split('/')
        .join(sep),
    );
  };
}

/** Records may come from anywhere, so a name must not lead out of the folder. */
function isPlainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
  return process.platform !== 'win32' || !/[\\:]/.test(name);
}

/** Deterministic per path, so that crash leftovers can be found. */
export function temporaryPathFor(path: string): string {
  return `.throughline-${createHash('sha256').update(path).digest('hex').slice(0, 18)}.tmp`;
}

export function segmentsOf(path: string): string[] {
  return path.split('/');
}

/** '' for an entry of the root folder. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
