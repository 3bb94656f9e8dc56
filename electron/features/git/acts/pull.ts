// Joins a branch with its fetched upstream: by moving forward, or if the user chooses so, by a merge.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { GitPullDone, GitPullMode } from '../../../../shared/features/git/git.ts';
import { requireNoNested } from '../repository/add.ts';
import { requireUnfilteredIn } from '../repository/filters.ts';
import type { GitAnswer } from '../repository/git.ts';
import { gitFailure, lastValue, type Repository } from '../repository/repository.ts';
import { authorOf, gitFolders, unfinishedIn } from '../state/readState.ts';
import { noAuthor } from './commit.ts';

export interface Upstream {
  remote: string;
  branch: string;
  /** The local branch. */
  into: string;
}

const longMs = 10 * 60_000;
const usersIdentity = ['-c', 'user.useConfigOnly=true'];
export async function upstreamOf(repository: Repository): Promise<Result<Upstream>> {
  const ready = await nothingUnfinished(repository);
  if (!ready.ok) return ready;
  const branch = await repository.run(['symbolic-ref', '--quiet', 'HEAD']);
  if (!branch.ok) return branch;
  const ref = branch.value.out.toString().trim();
  // In full: a tag may have the same name.
  const into = ref.slice('refs/heads/'.length);
  if (branch.value.code !== 0 || !ref.startsWith('refs/heads/'))
    return fail('NOT_SUPPORTED', say`No branch is checked out, so there is nothing to pull.`);
  const remote = lastValue(repository.config, `branch.${into}.remote`);
  const merge = lastValue(repository.config, `branch.${into}.merge`);
  if (remote === null || remote === '.' || !merge?.startsWith('refs/heads/'))
    return fail('NOT_SUPPORTED', say`${into} follows no branch of a remote, so there is nothing to pull.`);
  return ok({ remote, branch: merge.slice('refs/heads/'.length), into });
}

export async function joinUpstream(
  repository: Repository,
  { remote, branch, into }: Upstream,
  mode: GitPullMode,
  signal?: AbortSignal,
): Promise<Result<GitPullDone>> {
  const now = await upstreamOf(repository);
  if (!now.ok) return now;
  if (now.value.into !== into)
    return fail('CONTENT_CHANGED', say`Another branch was checked out meanwhile. Nothing was pulled.`);
  const name = `${remote}/${branch}`;
  const target = await repository.run(['rev-parse', '--verify', '--quiet', `refs/remotes/${name}^{commit}`]);
  if (!target.ok) return target;
  if (target.value.code !== 0) return fail('GIT_FAILED', say`${remote} has no branch ${branch}.`);
  const commit = target.value.out.toString().trim();
  const counted = await repository.text(['rev-list', '--count', '--left-right', `HEAD...${commit}`]);
  if (!counted.ok) return counted;
  const [ahead = 0, behind = 0] = counted.value.trim().split('\t').map(Number);
  if (behind === 0) return ok({ commits: 0, hasConflicts: false });
  if (ahead > 0 && mode === 'fastForward')
    return fail('GIT_FAILED', say`${into} and ${name} both have new commits. Pull with a merge to join them.`, {
      diverged: true,
    });
  const changes = ['diff', '--name-only', '--no-renames', '-z', 'HEAD', commit, '--'];
  const mayWrite = await requireUnfilteredIn(repository, changes, [commit]);
  if (!mayWrite.ok) return mayWrite;
  if (ahead > 0) {
    const plain = await requireNoNested(repository, [['log', '--format=', '-m', `HEAD...${commit}`]]);
    if (!plain.ok) return plain;
  }
  if (ahead > 0 && authorOf(repository.config) === null) return noAuthor;
  const joined = await repository.run(
    [
      ...usersIdentity,
      ...['merge', '--strategy=ort', '--quiet', '--no-stat', '--no-edit'],
      ...['--no-verify', '--no-gpg-sign', '--no-autostash'],
      ...(ahead > 0 ? ['--no-ff', '-m', `Merge branch '${branch}' of ${remote} into ${into}`] : ['--ff-only']),
      commit,
    ],
    { signal, timeoutMs: longMs },
  );
  const outcome = await outcomeOf(repository, joined);
  return outcome.ok ? ok({ commits: behind, ...outcome.value }) : outcome;
}

async function nothingUnfinished(repository: Repository): Promise<Result<void>> {
  const folders = await gitFolders(repository);
  if (!folders.ok) return folders;
  const unfinished = await unfinishedIn(folders.value.own);
  return unfinished === null
    ? ok(undefined)
    : fail('GIT_FAILED', say`A ${unfinished} is in progress. Finish or abort it first.`);
}

/** Conflicts are not a failure: the user resolves them. */
async function outcomeOf(
  repository: Repository,
  answer: Result<GitAnswer>,
): Promise<Result<{ hasConflicts: boolean }>> {
  if (!answer.ok) return answer;
  const { code, out, err } = answer.value;
  if (code === 0) return ok({ hasConflicts: false });
  const unmerged = await repository.run(['ls-files', '--unmerged', '-z', '--', ':/'], { maxBytes: 1 });
  if (unmerged.ok && unmerged.value.out.length > 0) return ok({ hasConflicts: true });
  if (/would be overwritten|unstaged changes|uncommitted changes|local changes/i.test(err))
    return fail('GIT_FAILED', say`Uncommitted changes would be overwritten. Commit or stash them first.`);
  return gitFailure(err || out.toString());
}
