// Describes what a worktree in a folder would start with, or why none is possible.

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import type { WorktreeOffer } from '../../../../shared/features/worktrees/methods.ts';
import type { Repository } from '../../git/repository/repository.ts';
import { listChangedPaths } from '../../git/repository/status.ts';

const maxBranches = 100;

export async function worktreeOffer(repository: Repository): Promise<Result<WorktreeOffer>> {
  const head = await headCommit(repository);
  if (!head.ok) return head;
  const branch = await currentBranch(repository);
  if (!branch.ok) return branch;
  const output = await repository.text([
    ...['for-each-ref', '--sort=-committerdate', `--count=${maxBranches + 1}`],
    ...['--format=%(refname:lstrip=2)', 'refs/heads'],
  ]);
  if (!output.ok) return output;
  const changed = await listChangedPaths(repository);
  if (!changed.ok) return changed;
  const branches = output.value.split('\n').filter((name) => name !== '' && name !== branch.value);
  return ok({
    branch: branch.value,
    branches: branches.slice(0, maxBranches),
    uncommitted: changed.value.length,
    notes: await worktreeNotes(repository),
  });
}

export async function headCommit(repository: Repository): Promise<Result<string>> {
  const head = await repository.text(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.ok) return ok(head.value.trim());
  return fail('NOT_SUPPORTED', say`This repository has no commits yet. Create a first commit before using a worktree.`);
}

/** Null for a detached HEAD. */
export async function currentBranch(repository: Repository): Promise<Result<string | null>> {
  const named = await repository.run(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (!named.ok) return named;
  return ok(named.value.code === 0 ? named.value.out.toString().trim() : null);
}

/** Differences between a worktree and the folder itself. */
export async function worktreeNotes({ root, quiet, text }: Repository): Promise<Sentence[]> {
  const notes: Sentence[] = [];
  const isThere = (name: string) =>
    access(join(root, name)).then(
      () => true,
      () => false,
    );
  if (await isThere('.gitmodules')) {
    notes.push(say`Submodules are not checked out in worktrees, so their folders are empty there.`);
  }
  const filtered = await text(['grep', '-l', '-I', '-E', 'filter=', 'HEAD', '--', ':(glob)**/.gitattributes']);
  if (filtered.ok && filtered.value !== '' && quiet.filters.size > 0) {
    notes.push(
      say`This repository uses filter programs (${[...quiet.filters].slice(0, 5).join(', ')}), such as Git LFS, which do not run here. In a worktree, such files appear as stored, and you commit and merge changes to them yourself.`,
    );
  }
  const shallow = await text(['rev-parse', '--is-shallow-repository']);
  if (shallow.ok && shallow.value.trim() === 'true') {
    notes.push(say`This is a shallow clone, so older commits are not available.`);
  }
  return notes;
}
