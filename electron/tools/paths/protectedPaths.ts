// What no tool may write, whether or not it exists: git's own files, and the folders that the host names (the app's own
// data). Names are compared without regard to case or Unicode form, as many file systems do.

import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { gitFolderNamed } from './gitCheckout.ts';
import { realLocation } from './realLocation.ts';
import { foldCase, plainName } from './sensitivePaths.ts';

/** Says why `paths` (forms of one path, all absolute) may not be written; null when they may. */
export type Protection = (root: string, paths: readonly string[]) => Promise<Sentence | null>;

export function createProtection(protectedFolders: readonly string[]): Protection {
  return async (root, paths) => {
    if (paths.some((path) => path.split(sep).some(isGitName))) return gitReason;
    if (paths.some(isBelowAny(await gitFolders(root)))) return gitReason;
    const folders = await Promise.all(protectedFolders.map(formsOf));
    return paths.some(isBelowAny(folders.flat())) ? say`it belongs to the app's own data` : null;
  };
}

const gitReason = say`it belongs to git's own files; use git commands to change them`;

/** True for `.git` and what file systems take for it. */
export function isGitName(segment: string): boolean {
  return /^(\.git|git~\d+)$/.test(plainName(segment));
}

/** True for one of the folders and what is in it. */
export function isBelowAny(folders: readonly string[]): (path: string) => boolean {
  const folded = folders.map((folder) => foldCase(folder).split(sep));
  return (path) => {
    const segments = foldCase(path).split(sep);
    return folded.some((folder) => folder.every((segment, at) => segments[at] === segment));
  };
}

/** The path as it is given and as it really is. */
export async function formsOf(folder: string): Promise<string[]> {
  const plain = resolve(folder);
  try {
    return [plain, (await realLocation(plain)).path];
  } catch {
    return [plain];
  }
}

/** Where git keeps its files when `.git` is a link, or a file that names another folder. */
async function gitFolders(root: string): Promise<string[]> {
  const dotGit = join(root, '.git');
  try {
    const real = await realpath(dotGit);
    if (real !== dotGit) return [real];
    const named = await gitFolderNamed(root);
    return named === null ? [] : await formsOf(named);
  } catch {
    return []; // none, or an ordinary folder
  }
}
