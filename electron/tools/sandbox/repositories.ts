// The repositories of git in a project: its own, and those in its first folders. A project of very many folders is looked
// through only so far.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gitFolderNamed } from '../paths/gitCheckout.ts';
import { openFile } from '../paths/openInside.ts';
import { isBelow } from './isBelow.ts';

export interface Repositories {
  /** The folders in which git keeps them, links followed; each once. */
  git: string[];
  /** False: there are more folders than were looked at. */
  isWhole: boolean;
}

/** Folders that are looked at before a command. */
export const mostFolders = 1_000;
const deepest = 5;
const atOnce = 32;
/** Of submodules, and of worktrees, in one folder. */
const mostInner = 200;

/** `folder`: absolute, links followed. */
export async function repositoriesIn(folder: string, most = mostFolders): Promise<Repositories> {
  const found = new Set<string>();
  let looked = 0;
  let level = [folder];
  let isWhole = true;
  for (let depth = 0; level.length > 0 && depth <= deepest; depth++) {
    const below: string[] = [];
    for (let at = 0; at < level.length && isWhole; at += atOnce) {
      const some = level.slice(at, at + atOnce);
      looked += some.length;
      if (looked > most) isWhole = false;
      for (const { git, folders } of await Promise.all(some.map(lookInto))) {
        for (const each of git) found.add(each);
        below.push(...folders);
      }
    }
    level = below;
  }
  return { git: [...found], isWhole };
}

/**
 * Outside of the folder: where git keeps its repository when the folder is a further worktree or a submodule. Only one that
 * names the folder in turn: the folder's own file could name any place, and a program in the sandbox may write that file.
 */
export async function gitFoldersOutside(folder: string): Promise<string[]> {
  const all = await gitFoldersNamed(folder);
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
    const { handle, stats } = await openFile({ root: folder, segments: [name], shown: '', exists: true });
    try {
      return stats.size > 65_536 ? null : await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** What `.git` is or names, of a further worktree also the repository that all share. */
async function gitFoldersNamed(folder: string): Promise<string[]> {
  const dotGit = join(folder, '.git');
  const stats = await lstat(dotGit).catch(() => null);
  if (stats === null) return [];
  const named = stats.isFile() ? await gitFolderNamed(folder).catch(() => null) : dotGit;
  const real = named === null ? null : await realpath(named).catch(() => null);
  if (real === null) return [];
  const shared = /^(.*[/\\]\.git)[/\\]worktrees[/\\][^/\\]+$/.exec(real)?.[1];
  return shared === undefined ? [real] : [real, shared];
}

async function lookInto(folder: string): Promise<{ git: string[]; folders: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map(({ name }) => name));
  // Git takes any folder for one that has these, whatever its name.
  const isGit = names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
  if (isGit) return { git: await withInner(folder), folders: [] };
  const git = names.has('.git') ? await Promise.all((await gitFoldersNamed(folder)).map(withInner)) : [];
  const folders = entries.filter(
    (entry) => entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules',
  );
  return { git: git.flat(), folders: folders.map(({ name }) => join(folder, name)) };
}

/** With its submodules and further worktrees. */
async function withInner(git: string): Promise<string[]> {
  const [modules, worktrees] = await Promise.all([
    modulesIn(join(git, 'modules'), 0),
    foldersIn(join(git, 'worktrees')),
  ]);
  return [git, ...modules, ...worktrees];
}

/** A submodule is kept by the path that it is checked out at. */
async function modulesIn(folder: string, depth: number): Promise<string[]> {
  if (depth > deepest) return [];
  const inner = await Promise.all(
    (await foldersIn(folder)).map(async (each) => {
      const isGit = await lstat(join(each, 'HEAD')).catch(() => null);
      return isGit ? withInner(each) : modulesIn(each, depth + 1);
    }),
  );
  return inner.flat();
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .slice(0, mostInner)
    .map(({ name }) => join(folder, name));
}
