// What in a folder is never kept and never put back: git's own files, the app's own data, and files that the app itself is
// just writing.

import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { formsOf, isBelowAny, isGitName } from '../paths/protectedPaths.ts';

/** By its path (with `/`) below the root. */
export type CoverageTest = (path: string) => boolean;

/** As tools and undoing write a file before it gets its name. */
const temporaryName = /^\.throughline-[0-9a-f]{18}\.tmp$/;

export async function coveredIn(root: string, protectedFolders: readonly string[]): Promise<CoverageTest> {
  const isProtected = isBelowAny((await Promise.all(protectedFolders.map(formsOf))).flat());
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

/** What a record says may come from anywhere: it names nothing above the folder. */
function isPlainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
  return process.platform !== 'win32' || !/[\\:]/.test(name);
}

/** The same for a path each time, so that what a crash left is found again. */
export function temporaryFor(path: string): string {
  return `.throughline-${createHash('sha256').update(path).digest('hex').slice(0, 18)}.tmp`;
}

export function segmentsOf(path: string): string[] {
  return path.split('/');
}

/** '' for what stands in the folder itself. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
