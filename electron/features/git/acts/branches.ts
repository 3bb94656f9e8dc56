// Lists, creates and switches branches. Git refuses a switch that would overwrite changes.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { GitBranch } from '../../../../shared/features/git/git.ts';
import { requireUnfilteredIn } from '../repository/filters.ts';
import { gitFailure, type Repository } from '../repository/repository.ts';
import { gitFolders, unfinishedIn } from '../state/readState.ts';

const maxBranches = 500;
const longMs = 10 * 60_000;

export async function listBranches({
  root,
  text,
}: Repository): Promise<Result<{ branches: GitBranch[]; count: number }>> {
  const format = '--format=%(refname)%1f%(committerdate:iso-strict)%1f%(HEAD)%1f%(worktreepath)';
  const listed = await text(['for-each-ref', '--sort=-committerdate', format, 'refs/heads/']);
  if (!listed.ok) return listed;
  const lines = listed.value.split('\n').filter(Boolean);
  const branches = lines.slice(0, maxBranches).map((line): GitBranch => {
    const [ref = '', at = '', mark = '', tree = ''] = line.split('\x1f');
    return { name: ref.slice('refs/heads/'.length), at, current: mark === '*', inUse: tree !== '' && tree !== root };
  });
  return ok({ branches, count: lines.length });
}

export async function switchBranch(
  repository: Repository,
  branch: string,
  create: boolean,
  signal?: AbortSignal,
): Promise<Result<void>> {
  const valid = await repository.run(['check-ref-format', `refs/heads/${branch}`]);
  if (!valid.ok) return valid;
  if (valid.value.code !== 0 || branch.startsWith('-') || branch === 'HEAD')
    return fail('GIT_FAILED', say`${branch} is not a valid branch name.`);
  const folders = await gitFolders(repository);
  if (!folders.ok) return folders;
  const unfinished = await unfinishedIn(folders.value.own);
  if (unfinished !== null && unfinished !== 'bisect') {
    return fail('GIT_FAILED', say`A ${unfinished} is in progress. Finish or abort it before switching branches.`);
  }
  // The filters that the branch's own configuration names could not be disabled.
  if (repository.config.some(({ key }) => key.startsWith('includeif.onbranch:')))
    return fail(
      'NOT_SUPPORTED',
      say`This repository’s configuration depends on the branch (includeIf onbranch). Switch branches in a terminal.`,
    );
  if (!create) {
    const changes = ['diff', '--name-only', '--no-renames', '-z', 'HEAD', `refs/heads/${branch}`, '--'];
    const mayWrite = await requireUnfilteredIn(repository, changes, [`refs/heads/${branch}`]);
    if (!mayWrite.ok) return mayWrite;
  }
  const how = create ? ['--no-track', '--create', branch] : ['--no-guess', branch];
  const switched = await repository.run(['switch', '--quiet', '--no-recurse-submodules', ...how], {
    signal,
    timeoutMs: longMs,
  });
  if (!switched.ok) return switched;
  const { code, err } = switched.value;
  if (code === 0) return ok(undefined);
  if (/would be overwritten/.test(err))
    return fail('GIT_FAILED', say`Uncommitted changes would be overwritten. Commit or discard them first.`);
  if (/already (?:checked out|used by worktree)/.test(err))
    return fail('GIT_FAILED', say`${branch} is checked out in another worktree.`);
  if (/already exists/.test(err)) return fail('GIT_FAILED', say`There already is a branch ${branch}.`);
  return gitFailure(err);
}
