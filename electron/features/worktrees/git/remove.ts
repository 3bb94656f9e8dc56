// Discards a worktree: what would be lost, and its removal by git.

import { createHash } from 'node:crypto';
import { lstat, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { WorktreeRemoval } from '../../../../shared/features/worktrees/methods.ts';
import type { ConversationWorktree } from '../../../../shared/features/worktrees/worktree.ts';
import type { Repository } from '../../git/repository/repository.ts';
import { listChangedPaths } from '../../git/repository/status.ts';
import { listCommits, resolveCommit } from './compare.ts';
import { currentBranch } from './offer.ts';

const maxFiles = 200;
const maxEntries = 100_000;
const longMs = 10 * 60_000;

/** `inside` is the worktree's repository; null if its folder is gone. */
export async function previewRemoval(
  from: Repository,
  inside: Repository | null,
  { path, branch }: ConversationWorktree,
): Promise<Result<WorktreeRemoval>> {
  const changed = inside === null ? ok([]) : await listChangedPaths(inside);
  if (!changed.ok) return changed;
  const named = inside === null ? null : await currentBranch(inside);
  if (named && !named.ok) return named;
  // If another branch is checked out by now, that one stays; only the worktree's own is deleted.
  const tip = await resolveCommit(from, `refs/heads/${branch}`);
  const head = inside === null ? null : await resolveCommit(inside, 'HEAD');
  const goes = [...new Set([tip, named?.value === null ? head : null])].filter((commit) => commit !== null);
  const others = [`--exclude=${branch}`, '--branches', '--tags', '--remotes'];
  const commits =
    goes.length === 0 ? ok({ commits: [], count: 0 }) : await listCommits(from, [...goes, '--not', ...others]);
  if (!commits.ok) return commits;
  const files = changed.value.map((one) => one.path);
  return ok({
    path,
    branch,
    files: files.slice(0, maxFiles),
    fileCount: files.length,
    commits: commits.value.commits,
    commitCount: commits.value.count,
    bytes: inside === null ? 0 : await bytesIn(inside.root),
    seen: fingerprint([tip ?? '', head ?? '', ...files]),
  });
}

export async function removeWorktree(
  from: Repository,
  { path, branch }: ConversationWorktree,
  { keepBranch }: { keepBranch: boolean },
): Promise<Result<void>> {
  const removed = await removeWorktreeFolder(from, path);
  if (!removed.ok || keepBranch) return removed;
  if ((await resolveCommit(from, `refs/heads/${branch}`)) === null) return ok(undefined);
  const branchDeletion = await from.text(['branch', '-D', '--', branch]);
  return branchDeletion.ok ? ok(undefined) : branchDeletion;
}

/** Removes only a worktree that git knows in this repository, or a missing one. `locked` includes locked ones. */
export async function removeWorktreeFolder(from: Repository, path: string, locked = false): Promise<Result<void>> {
  const force = locked ? ['--force', '--force'] : ['--force'];
  const removed = await from.text(['worktree', 'remove', ...force, path], { timeoutMs: longMs });
  if (removed.ok) return ok(undefined);
  // Interrupted creation: git knows it, but its folder is missing or empty.
  await rmdir(path).catch(() => {});
  if (await lstat(path).catch(() => null)) {
    return fail(removed.error.code, say`The worktree ${path} could not be removed: ${removed.error}`);
  }
  return unregisterWorktree(from, path);
}

/**
 * Makes git forget this one worktree, whose folder is missing. `git worktree prune` would also forget the user's
 * worktrees on an unmounted disk.
 */
export async function unregisterWorktree(from: Repository, path: string): Promise<Result<void>> {
  const registered = await worktreeAt(from, path);
  if (!registered.ok) return registered;
  if (registered.value === null) return ok(undefined);
  const forgotten = await from.text(['worktree', 'remove', '--force', '--force', path]);
  return forgotten.ok ? ok(undefined) : forgotten;
}

/** Returns git's checkout at the path; null if it knows no worktree there. */
export async function worktreeAt(
  { text }: Repository,
  path: string,
): Promise<Result<{ branch: string | null } | null>> {
  const worktreeList = await text(['worktree', 'list', '--porcelain', '-z']);
  if (!worktreeList.ok) return worktreeList;
  const fields = worktreeList.value.split('\0\0').map((entry) => entry.split('\0'));
  const entry = fields.find(([first]) => first === `worktree ${path}`);
  const named = entry?.find((field) => field.startsWith('branch refs/heads/'));
  return ok(entry ? { branch: named?.slice('branch refs/heads/'.length) ?? null } : null);
}

export function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}

/** Null if there is too much to count. Does not follow links. */
async function bytesIn(root: string): Promise<number | null> {
  let [bytes, entries] = [0, 0];
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const dirEntries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    entries += dirEntries.length;
    if (entries > maxEntries) return null;
    for (const entry of dirEntries) {
      const at = join(folder, entry.name);
      if (entry.isDirectory()) open.push(at);
      else bytes += (await lstat(at).catch(() => null))?.size ?? 0;
    }
  }
  return bytes;
}
