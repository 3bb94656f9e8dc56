// Reads what git has checked out in a folder from git's files. Never starts git, whose configuration could run programs. Files are
// untrusted: only well-formed names and hashes count, links are not followed, and sizes are limited. Unknown values are left out.

import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { GitCheckout } from '../../ports/folderFiles.ts';
import { readGitFile } from './gitFile.ts';

const maxBytes = 4096;
const maxPackedBytes = 16 * 1024 * 1024;

export async function readGitCheckout(folder: string): Promise<GitCheckout> {
  const { git, branch, commit } = await readGitHead(folder);
  if (git === null || branch === undefined) return commit === undefined ? {} : { commit };
  const branchCommit = await commitOf(git, ['refs', 'heads', ...branch.split('/')]).catch(() => null);
  return { branch, ...(branchCommit === null ? {} : { commit: branchCommit }) };
}

/** Reads only HEAD, and returns it with its folder; `commit` is set if it is detached. */
export async function readGitHead(folder: string): Promise<GitCheckout & { git: string | null }> {
  const git = await realpath(folder)
    .then(gitFolder)
    .catch(() => null);
  if (git === null) return { git };
  const head = await textOf(git, ['HEAD']).catch(() => '');
  const commit = hashIn(head);
  if (commit !== null) return { git, commit };
  const branch = /^ref: refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
  const isValid = branch !== undefined && branch.length <= maxBranchLength && branch.split('/').every(isRefName);
  return isValid ? { git, branch } : { git };
}

const maxBranchLength = 250;

/** `.git` (folder or file) of the nearest ancestor that has one. */
async function gitFolder(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const stats = await lstat(join(at, '.git')).catch(() => null);
    if (stats?.isDirectory()) return join(at, '.git');
    if (stats?.isFile()) {
      const named = await readGitFolderLink(at);
      return named === null ? null : realpath(named);
    }
    if (stats || dirname(at) === at) return null;
  }
}

/** The target of a worktree's or submodule's `.git` file; null if invalid. Throws if the file is missing. */
export async function readGitFolderLink(folder: string): Promise<string | null> {
  const named = /^gitdir: (.+?)[\r\n]*$/.exec(await textOf(folder, ['.git']))?.[1];
  return named === undefined ? null : folderNamed(folder, named);
}

/** A folder named in a git file. On Windows, a UNC path would contact another machine with the user's credentials. */
function folderNamed(from: string, named: string): string | null {
  return /^[\\/]{2}/.test(named) || named.includes('\0') ? null : resolve(from, named);
}

/** A worktree's branch is in the shared folder. */
async function commitOf(git: string, ref: readonly string[]): Promise<string | null> {
  const shared = (await textOf(git, ['commondir']).catch(() => '')).trim();
  const place = shared === '' ? git : folderNamed(git, shared);
  if (place === null) return null;
  const common = await realpath(place);
  const loose = await textOf(common, ref).catch(() => null);
  return loose === null ? packedCommit(common, ref.join('/')) : hashIn(loose);
}

async function packedCommit(git: string, ref: string): Promise<string | null> {
  const packed = await readGitFile(git, ['packed-refs'], maxPackedBytes);
  const at = packed.indexOf(` ${ref}\n`);
  return at < 0 ? null : hashIn(packed.toString('latin1', packed.lastIndexOf('\n', at) + 1, at));
}

async function textOf(root: string, segments: readonly string[]): Promise<string> {
  return (await readGitFile(root, segments, maxBytes)).toString('utf8');
}

/** SHA-1 or SHA-256. */
function hashIn(text: string): string | null {
  return /^([0-9a-f]{40}|[0-9a-f]{64})\s*$/.exec(text)?.[1] ?? null;
}

/** One path segment of a branch, by git's own rules, so it leads nowhere else. */
function isRefName(name: string): boolean {
  return /^[^\p{Cc}\p{Cf} ~^:?*[\\]+$/u.test(name) && !/^\.|\.\.|\.lock$|@\{|\.$/.test(name);
}
