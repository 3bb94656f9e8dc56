// What a worktree is compared with, and its additional commits.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { WorktreeCommit } from '../../../../shared/features/worktrees/methods.ts';
import type { ConversationWorktree } from '../../../../shared/features/worktrees/worktree.ts';
import type { Repository } from '../../git/repository/repository.ts';
import { headCommit } from './offer.ts';

export interface Comparison {
  head: string;
  from: string;
  /** The base branch's current tip; null if there is none (any more). */
  tip: string | null;
  /** The merge base according to git; after a squash it is earlier than `from`. */
  parted: string | null;
}

const maxCommits = 200;

export async function compareWorktree(
  repository: Repository,
  worktree: ConversationWorktree,
): Promise<Result<Comparison>> {
  const head = await headCommit(repository);
  if (!head.ok) return head;
  const tip = worktree.base === null ? null : await resolveCommit(repository, `refs/heads/${worktree.base}`);
  const parted = tip === null ? null : await mergeBase(repository, tip, head.value);
  const recordedCommit = await resolveCommit(repository, worktree.commit);
  if (recordedCommit === null && parted === null) {
    return fail(
      'GIT_FAILED',
      say`The commit this worktree started from (${worktree.commit}) is no longer in the repository.`,
    );
  }
  // The base was merged into it since, or it into the base, so those changes are not its own.
  const isLater =
    parted !== null && (recordedCommit === null || (await isAncestor(repository, recordedCommit, parted)));
  return ok({ head: head.value, tip, parted, from: isLater ? parted : (recordedCommit ?? head.value) });
}

export async function resolveCommit({ text }: Repository, name: string): Promise<string | null> {
  const resolved = await text(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return resolved.ok ? resolved.value.trim() : null;
}

async function mergeBase({ text }: Repository, one: string, other: string): Promise<string | null> {
  const mergeBaseOutput = await text(['merge-base', one, other]);
  return mergeBaseOutput.ok ? mergeBaseOutput.value.trim() : null;
}

export async function isAncestor({ run }: Repository, older: string, newer: string): Promise<boolean> {
  const ancestry = await run(['merge-base', '--is-ancestor', older, newer]);
  return ancestry.ok && ancestry.value.code === 0;
}

/** `range` in `git rev-list` syntax: commits to include, and excluded ones with `^`. */
export async function listCommits(
  { text }: Repository,
  range: readonly string[],
): Promise<Result<{ commits: WorktreeCommit[]; count: number }>> {
  const counted = await text(['rev-list', '--count', ...range, '--']);
  if (!counted.ok) return counted;
  const revList = await text([
    ...['log', '--no-show-signature', '--no-color', '--encoding=UTF-8', `--max-count=${maxCommits}`],
    ...['--format=%H%x1f%cI%x1f%s%x00', ...range, '--'],
  ]);
  if (!revList.ok) return revList;
  const commits = revList.value.split('\0').flatMap((line) => {
    const [commit = '', at = '', subject = ''] = line.trim().split('\x1f');
    return commit === '' ? [] : [{ commit, at, subject: subject.slice(0, 300) }];
  });
  return ok({ commits, count: Number(counted.value) });
}
