// Reads what git has checked out in a folder from git's files. Never starts git, whose configuration could run programs. Files are
// untrusted: only well-formed names and hashes count, links are not followed, and sizes are limited. Unknown values are left out.

import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { GitCheckout } from '../../ports/folderFiles.ts';
import { openFile } from './openInside.ts';

const maxBytes = 4096;
const maxPackedBytes = 16 * 1024 * 1024;

export async function readGitCheckout(folder: string): Promise<GitCheckout> {
  try {
    const git = await gitFolder(await realpath(folder));
    if (git === null) return {};
    const head = await textOf(git, ['HEAD']);
    const commit = hashIn(head);
    if (commit !== null) return { commit };
    const names = /^ref: refs\/heads\/(\S+)\s*$/.exec(head)?.[1]?.split('/');
    if (!names?.every(isRefName) || names.join('/').length > maxBranchLength) return {};
    const commitHash = await commitOf(git, ['refs', 'heads', ...names]).catch(() => null);
    return { branch: names.join('/'), ...(commitHash === null ? {} : { commit: commitHash }) };
  } catch {
    return {};
  }
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
  const packed = await bytesOf(git, ['packed-refs'], maxPackedBytes);
  const at = packed.indexOf(` ${ref}\n`);
  return at < 0 ? null : hashIn(packed.toString('latin1', packed.lastIndexOf('\n', at) + 1, at));
}

async function textOf(root: string, segments: readonly string[]): Promise<string> {
  return (await bytesOf(root, segments, maxBytes)).toString('utf8');
}

async function bytesOf(root: string, segments: readonly string[], max: number): Promise<Buffer> {
  const { handle, stats } = await openFile({ root, segments, displayPath: '', exists: true });
  try {
    const bytes = Buffer.alloc(Math.min(stats.size, max));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** SHA-1 or SHA-256. */
function hashIn(text: string): string | null {
  return /^([0-9a-f]{40}|[0-9a-f]{64})\s*$/.exec(text)?.[1] ?? null;
}

/** One path segment of a branch, by git's own rules, so it leads nowhere else. */
function isRefName(name: string): boolean {
  return /^[^\p{Cc}\p{Cf} ~^:?*[\\]+$/u.test(name) && !/^\.|\.\.|\.lock$|@\{|\.$/.test(name);
}
