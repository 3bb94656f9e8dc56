// Creates a worktree, all or nothing. Files are checked out in a separate step, to report progress.

import { lstat } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import type { ConversationWorktree } from '../../../../shared/features/worktrees/worktree.ts';
import type { Git } from '../../git/repository/git.ts';
import { openRepository, type Repository } from '../../git/repository/repository.ts';
import type { MakingOptions } from '../worktrees.ts';
import { copyUncommittedChanges } from './copyChanges.ts';
import { worktreeNotes } from './offer.ts';
import { removeWorktreeFolder, unregisterWorktree, worktreeAt } from './remove.ts';

/** Milliseconds, for a large repository on a slow disk. */
const longMs = 30 * 60_000;

export async function makeWorktree(
  git: Git,
  from: Repository,
  worktree: ConversationWorktree,
  { bring, signal, onProgress }: MakingOptions,
): Promise<Result<Sentence[]>> {
  const { path, branch } = worktree;
  // Create the branch first: whoever creates it also owns the folder of its name.
  const branched = await from.text(['branch', '--no-track', '--', branch, startOf(worktree)]);
  if (!branched.ok) return branched;
  const how = { signal, timeoutMs: longMs };
  const added = await from.text(['worktree', 'add', '--no-checkout', path, branch], how);
  const filled = added.ok ? await fill(git, path, { signal, onProgress }) : added;
  const copied = filled.ok && bring ? await bringChanges(git, from, worktree, signal) : ok<Sentence[]>([]);
  if (filled.ok && copied.ok) return ok([...(await worktreeNotes(from)), ...copied.value]);
  const cleared = await removeInterruptedWorktree(from, worktree);
  const failed = filled.ok ? copied : filled;
  if (cleared.ok || failed.ok) return failed as Result<Sentence[]>;
  return fail(
    failed.error.code,
    say`${failed.error} The partly created worktree could not be removed: ${cleared.error}`,
  );
}

/** The commit that its branch starts at. */
function startOf({ commit, continues }: ConversationWorktree): string {
  return continues?.commit ?? commit;
}

async function bringChanges(
  git: Git,
  from: Repository,
  { path, continues }: ConversationWorktree,
  signal: AbortSignal,
): Promise<Result<Sentence[]>> {
  if (!continues) return copyUncommittedChanges(git, from, path, signal);
  // Its path was stored: only a worktree that git knows in this repository is read.
  const registered = await worktreeAt(from, continues.path);
  if (!registered.ok) return registered;
  if (!registered.value) return fail('NOT_SUPPORTED', say`There is no worktree in ${continues.path}.`);
  const source = await openRepository(git, continues.path);
  return source.ok ? copyUncommittedChanges(git, source.value, path, signal) : source;
}

/** Recreates the folder from an existing branch. */
export async function recreateWorktree(
  git: Git,
  from: Repository,
  { path, branch }: ConversationWorktree,
  how: Pick<MakingOptions, 'signal' | 'onProgress'>,
): Promise<Result<Sentence[]>> {
  const there = await lstat(path).catch(() => null);
  // Repository or folder was moved: repair their references.
  if (there) {
    const repaired = await from.text(['worktree', 'repair', path]);
    return repaired.ok ? ok(await worktreeNotes(from)) : repaired;
  }
  const forgotten = await unregisterWorktree(from, path);
  if (!forgotten.ok) return forgotten;
  const added = await from.text(['worktree', 'add', '--no-checkout', path, branch], {
    timeoutMs: longMs,
  });
  const filled = added.ok ? await fill(git, path, how) : added;
  return filled.ok ? ok(await worktreeNotes(from)) : filled;
}

async function fill(
  git: Git,
  path: string,
  { signal, onProgress }: Pick<MakingOptions, 'signal' | 'onProgress'>,
): Promise<Result<void>> {
  const repository = await openRepository(git, path);
  if (!repository.ok) return repository;
  const checkedOut = await repository.value.run(['checkout', '--force', '--progress', '--no-guess', 'HEAD', '--'], {
    signal,
    timeoutMs: longMs,
    onError(piece) {
      const lastCount = [...piece.matchAll(/\((\d+)\/(\d+)\)/g)].at(-1);
      if (lastCount) onProgress(Number(lastCount[1]), Number(lastCount[2]));
    },
  });
  if (!checkedOut.ok) return checkedOut;
  const { code, err } = checkedOut.value;
  if (code === 0) return ok(undefined);
  const full = /no space left|disk quota/i.test(err);
  return fail(
    'GIT_FAILED',
    full
      ? say`There is not enough disk space for the worktree.`
      : say`The files could not be checked out: ${err.trim().split('\n').at(-1) ?? ''}`,
  );
}

/** Removes an interrupted worktree, but only if it contains nothing except git's files. */
export async function removeInterruptedWorktree(
  from: Repository,
  worktree: ConversationWorktree,
): Promise<Result<void>> {
  const { path, branch } = worktree;
  const tip = await from.text(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (tip.ok && tip.value.trim() !== startOf(worktree)) {
    return fail('NOT_SUPPORTED', say`The branch ${branch} now has its own commits. Nothing was removed.`);
  }
  const registered = await worktreeAt(from, path);
  if (!registered.ok) return registered;
  const isOurs = registered.value === null || registered.value.branch === null || registered.value.branch === branch;
  if (!isOurs) return fail('NOT_SUPPORTED', say`Another branch is checked out in ${path}. Nothing was removed.`);
  const removed = await removeWorktreeFolder(from, path, true);
  if (!removed.ok) return removed;
  if (tip.ok) {
    const branchDeletion = await from.text(['branch', '-D', '--', branch]);
    if (!branchDeletion.ok) return branchDeletion;
  }
  return ok(undefined);
}
