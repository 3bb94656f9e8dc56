// Paths that no tool may write, existing or not: git's own files, and the host's folders (the app's data). Names
// compare without case or Unicode form, as on many file systems.

import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { readGitFolderLink } from './gitCheckout.ts';
import { resolveRealPath } from './realLocation.ts';
import { comparableName, foldCase } from './sensitivePaths.ts';

/** Why `paths` (absolute forms of one path) must not be written; null if they may. */
export type Protection = (root: string, paths: readonly string[]) => Promise<Sentence | null>;

export function createProtection(protectedFolders: readonly string[]): Protection {
  return async (root, paths) => {
    if (paths.some((path) => path.split(sep).some(isGitName))) return gitReason;
    if (paths.some(isBelowAny(await gitFolders(root)))) return gitReason;
    const folders = await Promise.all(protectedFolders.map(pathFormsOf));
    return paths.some(isBelowAny(folders.flat())) ? say`it belongs to the app’s own data` : null;
  };
}

const gitReason = say`it belongs to git’s own files; use git commands to change them`;

/** True for `.git` and names that file systems treat as equal. */
export function isGitName(segment: string): boolean {
  return /^(\.git|git~\d+)$/.test(comparableName(segment));
}

/** True for the folders and their contents. */
export function isBelowAny(folders: readonly string[]): (path: string) => boolean {
  const folded = folders.map((folder) => foldCase(folder).split(sep));
  return (path) => {
    const segments = foldCase(path).split(sep);
    return folded.some((folder) => folder.every((segment, at) => segments[at] === segment));
  };
}

/** The path as given and resolved. */
export async function pathFormsOf(folder: string): Promise<string[]> {
  const plain = resolve(folder);
  try {
    return [plain, (await resolveRealPath(plain)).path];
  } catch {
    return [plain];
  }
}

/** Git's real folders if `.git` is a link or a file. */
async function gitFolders(root: string): Promise<string[]> {
  const dotGit = join(root, '.git');
  try {
    const real = await realpath(dotGit);
    if (real !== dotGit) return [real];
    const named = await readGitFolderLink(root);
    return named === null ? [] : await pathFormsOf(named);
  } catch {
    return []; // missing, or an ordinary folder
  }
}
