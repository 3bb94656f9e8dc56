// Finds git repositories in a project at any depth and under any name, because git, prompts and editors run programs of
// each repository they enter.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { instructionsFile, isForeign, otherInstructionsFiles } from '../../lib/instructionFiles.ts';
import { readGitFolderLink } from '../paths/gitCheckout.ts';
import { openFile } from '../paths/openInside.ts';
import { findPaths } from './findPaths.ts';
import { isBelow } from './isBelow.ts';

export interface Repositories {
  /** Git folders with links resolved, without duplicates. */
  git: string[];
  /** Every `.git` that leads out of these trees. */
  strays: string[];
  /** Files that instruct models, in the user's folders. */
  instructions: string[];
  /** Unlistable folders, whose contents are unknown. */
  shut: string[];
  isWhole: boolean;
}

const instructionsFiles = [instructionsFile, ...otherInstructionsFiles];

/** Maximum path length in bytes: the system's limit is 4,096, and longer paths cannot be checked. */
const maxPath = 3_800;

/** `roots` are absolute with links resolved. */
export async function findRepositories(roots: readonly string[]): Promise<Repositories> {
  const names = ['.git', 'HEAD', ...instructionsFiles].flatMap((name) => ['-iname', name, '-o']);
  const interesting = ['(', ...names, '-type', 'd', '!', '-perm', '-0500', ')'];
  const { paths, isWhole } = await findPaths(roots, ['-mindepth', '1', ...interesting, '-print0']);
  const git = new Set<string>();
  const strays: string[] = [];
  const instructions: string[] = [];
  const shut: string[] = [];
  let isReadable = true;
  for (const path of paths) {
    // A non-UTF-8 name cannot be used in a path.
    if (Buffer.byteLength(path) > maxPath || path.includes('\ufffd')) isReadable = false;
    const name = basename(path).toLowerCase();
    if (name === '.git') {
      const named = await gitFoldersNamed(path);
      for (const each of named) git.add(each);
      if (named.some((each) => !roots.some((root) => isBelow(each, root)))) strays.push(path);
    } else if (instructionsFiles.some((each) => each.toLowerCase() === name)) {
      if (!roots.some((root) => isForeign(relative(root, path)))) instructions.push(path);
    } else if (name === 'head') {
      if (await isGitFolder(dirname(path))) git.add(dirname(path));
    } else shut.push(path);
  }
  const inside = [...git].filter((each) => roots.some((root) => isBelow(each, root)));
  return { git: inside, strays, instructions, shut, isWhole: isWhole && isReadable };
}

/** Git accepts any folder with these entries, whatever its name. */
async function isGitFolder(folder: string): Promise<boolean> {
  const names = new Set(await readdir(folder).catch(() => []));
  return (names.has('objects') && names.has('refs')) || names.has('commondir');
}

/**
 * The external git folder of a worktree or submodule. Only if it refers back, because a sandboxed program may write the
 * folder's `.git` file and name any path.
 */
export async function externalGitFolders(folder: string): Promise<string[]> {
  const all = await gitFoldersNamed(join(folder, '.git'));
  const [git] = all;
  return git === undefined || isBelow(git, folder) || !(await namesBack(git, folder)) ? [] : all;
}

async function namesBack(git: string, folder: string): Promise<boolean> {
  const back = await smallText(git, 'gitdir');
  if (back !== null) return (await realpath(resolve(git, back.trim())).catch(() => null)) === join(folder, '.git');
  const named = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec((await smallText(git, 'config')) ?? '')?.[1];
  return named !== undefined && (await realpath(resolve(git, named)).catch(() => null)) === folder;
}

async function smallText(folder: string, name: string): Promise<string | null> {
  try {
    const { handle, stats } = await openFile({ root: folder, segments: [name], displayPath: '', exists: true });
    try {
      return stats.size > 65_536 ? null : await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** Whether a `.git` that leads out belongs to a worktree of one of these repositories that refers back to it. */
export async function isLinkedBack(dotGit: string, repositories: readonly string[]): Promise<boolean> {
  const [git] = await gitFoldersNamed(dotGit);
  if (git === undefined || !repositories.some((each) => isBelow(git, each))) return false;
  return namesBack(git, dirname(dotGit));
}

/** The target of `.git`; for a worktree, also the shared repository. */
async function gitFoldersNamed(dotGit: string): Promise<string[]> {
  const stats = await lstat(dotGit).catch(() => null);
  if (stats === null) return [];
  const named = stats.isFile() ? await readGitFolderLink(dirname(dotGit)).catch(() => null) : dotGit;
  const real = named === null ? null : await realpath(named).catch(() => null);
  if (real === null) return [];
  const shared = /^(.*[/\\]\.git)[/\\]worktrees[/\\][^/\\]+$/.exec(real)?.[1];
  return shared === undefined ? [real] : [real, shared];
}
