// The state of a repository: one `git status`, and its configuration of commits and pushes.

import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { GitOperation, GitState } from '../../../../shared/features/git/git.ts';
import { AbandonedError } from '../../../lib/cooperativeYield.ts';
import { pushTarget, remotesOf } from '../remote/remotes.ts';
import { type ConfigEntry, gitFailure, lastValue, type Repository } from '../repository/repository.ts';
import { isPolledExternally, renameLimit } from '../repository/status.ts';
import { hookCommand, skippedHooks } from './commitNotes.ts';
import { joinMoves } from './moves.ts';
import { type FileStatus, parseStatus } from './parseStatus.ts';

const maxStatusBytes = 64 * 1024 * 1024;
/** On a cold disk, 100,000 files take a while. */
const statusMs = 120_000;

export async function readStatus(repository: Repository, signal?: AbortSignal): Promise<Result<FileStatus>> {
  const args = [
    ...renameLimit,
    'status',
    '--porcelain=v2',
    '--branch',
    '--ahead-behind',
    '-z',
    '--untracked-files=all',
    '--find-renames',
  ];
  const answer = await repository.run([...args, ...isPolledExternally], {
    signal,
    maxBytes: maxStatusBytes,
    timeoutMs: statusMs,
  });
  if (!answer.ok) return answer;
  const { code, out, err, isCut } = answer.value;
  if (isCut) return fail('NOT_SUPPORTED', say`This repository has too many changed files to show.`);
  if (code !== 0) return gitFailure(err);
  try {
    return ok(await parseStatus(out, signal));
  } catch (thrown) {
    if (thrown instanceof AbandonedError) return fail('CANCELLED', say`This was stopped.`);
    throw thrown;
  }
}

export async function readState(
  repository: Repository,
  trusted: boolean,
  signal?: AbortSignal,
): Promise<Result<GitState>> {
  const status = await readStatus(repository, signal);
  if (!status.ok) return status;
  const folders = await gitFolders(repository);
  if (!folders.ok) return folders;
  const { root, config } = repository;
  const { unstaged } = status.value;
  const hooks = await skippedHooks(repository, folders.value.common);
  const files =
    !trusted || unstaged.files.length < unstaged.count
      ? unstaged.files
      : // It writes a copy of the index, and perhaps an empty object.
        await joinMoves(repository, unstaged.files, signal);
  return ok({
    root,
    ...status.value,
    unstaged: { files, count: unstaged.count - unstaged.files.length + files.length },
    operation: await unfinishedIn(folders.value.own),
    author: authorOf(config),
    remotes: remotesOf(config).map(({ name, shown }) => ({ name, address: shown })),
    pushTo: pushTarget(config, status.value.branch),
    notes: notesOf(config, hooks).map(toUserTextData),
    hookCommand: hookCommand(root, hooks),
    stashes: await stashesOf(repository, status.value.branch),
    trusted,
  });
}

export interface GitFolders {
  /** The working tree's own; in a worktree, below the common one. */
  own: string;
  common: string;
}

export async function gitFolders({ root, text }: Repository): Promise<Result<GitFolders>> {
  const folders = await text(['rev-parse', '--absolute-git-dir', '--git-common-dir']);
  if (!folders.ok) return folders;
  const [own = '', common = ''] = folders.value.split('\n');
  return ok({ own, common: resolve(root, common) });
}

export async function unfinishedIn(gitFolder: string): Promise<GitOperation | null> {
  const marks: [string, GitOperation][] = [
    ['rebase-merge', 'rebase'],
    ['rebase-apply', 'rebase'],
    ['MERGE_HEAD', 'merge'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
    ['BISECT_LOG', 'bisect'],
  ];
  for (const [name, operation] of marks) {
    if (await lstat(join(gitFolder, name)).catch(() => null)) return operation;
  }
  return null;
}

export function authorOf(config: readonly ConfigEntry[]): GitState['author'] {
  const [name, email] = ['name', 'email'].map(
    (field) => lastValue(config, `author.${field}`) ?? lastValue(config, `user.${field}`),
  );
  return name && email ? { name, email } : null;
}

function notesOf(config: readonly ConfigEntry[], hooks: readonly string[]): Sentence[] {
  const signs = ['true', 'yes', 'on', '1'].includes(lastValue(config, 'commit.gpgsign')?.toLowerCase() ?? '');
  return [
    ...(hooks.length > 0
      ? [say`Commits, pulls and pushes made here do not run this repository’s hooks: ${hooks.join(', ')}.`]
      : []),
    ...(signs ? [say`Commits made here are not signed, although Git is set to sign them.`] : []),
  ];
}

/** Stashes that are counted. */
const maxStashBytes = 64 * 1024;

/** All worktrees of a repository share its stashes. */
async function stashesOf({ run }: Repository, branch: string | null): Promise<GitState['stashes']> {
  const listed = await run(['reflog', 'show', '--format=%H %gs', 'refs/stash', '--'], { maxBytes: maxStashBytes });
  const lines =
    listed.ok && (listed.value.code === 0 || listed.value.isCut) ? listed.value.out.toString().split('\n') : [];
  const [, commit = '', newest = ''] = /^([\da-f]{40,64}) (.*)$/.exec(lines[0] ?? '') ?? [];
  const [, of] = /^(?:WIP on|On) ([^:]+): /.exec(newest) ?? [];
  const isElsewhere = of !== undefined && of !== (branch ?? '(no branch)');
  return { count: lines.filter(Boolean).length, newest, commit, isElsewhere };
}
