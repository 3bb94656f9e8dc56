// Puts all changes aside, and restores them.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { done, requireNoNested } from '../repository/add.ts';
import { requireUnfilteredIn } from '../repository/filters.ts';
import { gitFailure, type Repository } from '../repository/repository.ts';
import { readStatus } from '../state/readState.ts';

const longMs = 10 * 60_000;

/** Also new files, but not ignored ones. */
export async function stash(repository: Repository, signal?: AbortSignal): Promise<Result<{ commit: string }>> {
  const status = await readStatus(repository, signal);
  if (!status.ok) return status;
  const { head, staged, unstaged, conflicts } = status.value;
  if (head === null) return fail('NOT_SUPPORTED', say`This repository has no commit yet.`);
  if (conflicts.count > 0) return fail('GIT_FAILED', say`Some files still have conflicts. Resolve them first.`);
  if (staged.count + unstaged.count === 0) return nothing;
  for (const changes of [
    ['ls-files', '-z', '--modified', '--others', '--exclude-standard'],
    ['diff', '--cached', '--name-only', '--no-renames', '-z'],
  ]) {
    // Files go back to what they are in the last commit.
    const mayStash = await requireUnfilteredIn(repository, changes, ['HEAD']);
    if (!mayStash.ok) return mayStash;
  }
  const plain = await requireNoNested(repository);
  if (!plain.ok) return plain;
  const before = await newest(repository);
  const stashed = await repository.run(['stash', 'push', '--include-untracked', '--quiet'], {
    signal,
    timeoutMs: longMs,
  });
  if (!stashed.ok) return stashed;
  if (stashed.value.code !== 0) return gitFailure(stashed.value.err || stashed.value.out.toString());
  // Only changes inside nested repositories, which stay where they are.
  const commit = await newest(repository);
  return commit === null || commit === before ? nothing : ok({ commit });
}

const nothing = fail('GIT_FAILED', say`There is nothing to stash.`);

async function newest({ run }: Repository): Promise<string | null> {
  const newestStash = await run(['rev-parse', '--verify', '--quiet', 'refs/stash']);
  return newestStash.ok && newestStash.value.code === 0 ? newestStash.value.out.toString().trim() : null;
}

/** Restores the stash that the user saw. Staged changes are staged again, unless the index has changed since. */
export async function popStash(
  repository: Repository,
  seen: string,
  signal?: AbortSignal,
): Promise<Result<{ hasConflicts: boolean }>> {
  const stash = await newest(repository);
  if (stash === null) return fail('GIT_FAILED', say`There is no stash.`);
  if (stash !== seen)
    return fail('CONTENT_CHANGED', say`The newest stash is another one by now. Nothing was done. Look at it first.`);
  const mayRestore = await requireRestorable(repository, stash);
  if (!mayRestore.ok) return mayRestore;
  const apply = (options: readonly string[]) =>
    repository.run(['stash', 'apply', '--quiet', ...options, stash], { signal, timeoutMs: longMs });
  let applied = await apply(['--index']);
  if (applied.ok && applied.value.code !== 0 && /without --index/.test(applied.value.err)) applied = await apply([]);
  if (!applied.ok) return applied;
  const { code, out, err } = applied.value;
  if (code === 0) {
    // By its hash it can't be dropped.
    if ((await newest(repository)) !== stash) return ok({ hasConflicts: false });
    const dropped = done(await repository.run(['stash', 'drop', '--quiet', 'stash@{0}']));
    return dropped.ok ? ok({ hasConflicts: false }) : dropped;
  }
  const unmerged = await repository.run(['ls-files', '--unmerged', '-z', '--', ':/'], { maxBytes: 1 });
  if (unmerged.ok && unmerged.value.out.length > 0) return ok({ hasConflicts: true });
  if (/could not restore untracked/i.test(err))
    return fail(
      'GIT_FAILED',
      say`Part of the stash was restored, but not all of its new files. The stash is kept. Compare them in a terminal.`,
    );
  if (/would be overwritten|already exists/i.test(err)) return inTheWay;
  return gitFailure(err || out.toString());
}

const inTheWay = fail(
  'GIT_FAILED',
  say`The stash changes files that have uncommitted changes. Commit or discard them first.`,
);

/** Checked before anything is written: git restores new files last, and stops in the middle. */
async function requireRestorable(repository: Repository, stash: string): Promise<Result<void>> {
  const { run, root } = repository;
  const hasNew = await run(['rev-parse', '--verify', '--quiet', `${stash}^3`]);
  if (!hasNew.ok) return hasNew;
  const isNew = hasNew.value.code === 0;
  const names = ['diff', '--name-only', '--no-renames', '-z'];
  const added = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', `${stash}^3`];
  const commits = [stash, ...(isNew ? [`${stash}^3`] : [])];
  for (const changes of [[...names, `${stash}^1`, stash, '--'], ...(isNew ? [added] : [])]) {
    const mayWrite = await requireUnfilteredIn(repository, changes, commits);
    if (!mayWrite.ok) return mayWrite;
  }
  const plain = await requireNoNested(repository, [
    ['diff', `${stash}^1`, stash],
    ['diff', `${stash}^1`, `${stash}^2`],
  ]);
  if (!plain.ok || !isNew) return plain;
  const files = await repository.text(added);
  if (!files.ok) return files;
  const deleted = await repository.text([...names, '--diff-filter=D', `${stash}^1`, stash, '--']);
  if (!deleted.ok) return deleted;
  const makesRoom = new Set(deleted.value.split('\0'));
  for (const path of files.value.split('\0').filter((name) => name !== '' && !makesRoom.has(name))) {
    const isFree = await lstat(join(root, path)).then(
      () => false,
      (thrown: NodeJS.ErrnoException) => thrown.code === 'ENOENT',
    );
    if (!isFree) return inTheWay;
  }
  return ok(undefined);
}
