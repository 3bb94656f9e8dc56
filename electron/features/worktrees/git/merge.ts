// Merges a worktree's branch into its base. The merge is computed inside the repository without touching files; the
// base takes it over in its checkout only if it is complete and unobstructed. So a conflict changes nothing.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { MergeDone, MergePreview } from '../../../../shared/features/worktrees/methods.ts';
import type { ConversationWorktree } from '../../../../shared/features/worktrees/worktree.ts';
import { addAll } from '../../git/repository/add.ts';
import { filteredOf, needsFilter } from '../../git/repository/filters.ts';
import { gitFailure, type Repository } from '../../git/repository/repository.ts';
import { listChangedPaths, unfinishedOperation } from '../../git/repository/status.ts';
import type { MergeRequest, NoteWorktree } from '../worktrees.ts';
import { type Comparison, compareWorktree, isAncestor, resolveCommit } from './compare.ts';
import { currentBranch } from './offer.ts';

const maxNames = 50;

export interface Merging {
  /** The worktree, and the project folder. */
  from: Repository;
  into: Repository;
  worktree: ConversationWorktree;
}

/** The current outcome of a merge. `uncommitted`: there are changes to commit first. */
export async function previewMerge(
  { from, into, worktree }: Merging,
  compared: Comparison,
  uncommitted: boolean,
): Promise<Result<MergePreview>> {
  const { base } = worktree;
  const blocked = (reason: Sentence, files: string[] = []): Result<MergePreview> =>
    ok({ kind: 'blocked', reason: toUserTextData(reason), files: files.slice(0, maxNames) });
  if (base === null) return blocked(say`The worktree did not start from a branch, so there is none to merge into.`);
  if (compared.tip === null) return blocked(say`The branch ${base} no longer exists.`);
  if (compared.head === compared.from && !uncommitted) return ok({ kind: 'nothing' });
  const busy = await unfinishedOperation(from);
  if (busy !== null) return blocked(say`A ${busy} is in progress in the worktree. Finish or abort it there first.`);
  const place = await baseFolder(into, base);
  if (!place.ok) return place;
  if (place.value !== null) return blocked(place.value);
  // Uncommitted changes are not in a commit to try; they are checked at the merge.
  const tree = await mergedTree(from, compared);
  if (!tree.ok) return tree;
  if (tree.value.conflicts.length > 0) {
    return ok({ kind: 'conflict', files: tree.value.conflicts.slice(0, maxNames) });
  }
  const same = await from.text(['rev-parse', `${compared.tip}^{tree}`]);
  if (!same.ok) return same;
  if (same.value.trim() === tree.value.tree && !uncommitted) return ok({ kind: 'nothing' });
  const way = await inTheWay({ from, into }, compared.tip, tree.value.tree);
  if (!way.ok) return way;
  return way.value === null ? ok({ kind: 'ready' }) : blocked(way.value.reason, way.value.files);
}

/** Why the base's checkout cannot take a merge; null if it can. */
async function baseFolder(into: Repository, base: string): Promise<Result<Sentence | null>> {
  const branch = await currentBranch(into);
  if (!branch.ok) return branch;
  if (branch.value !== base) {
    return ok(
      branch.value === null
        ? say`The project folder has no branch checked out. Check out ${base} there, then merge.`
        : say`The project folder has ${branch.value} checked out, not ${base}. Check out ${base} there, then merge.`,
    );
  }
  const busy = await unfinishedOperation(into);
  return ok(
    busy === null ? null : say`A ${busy} is in progress in the project folder. Finish or abort it there first.`,
  );
}

async function mergedTree(
  repository: Repository,
  { head, from, tip, parted }: Comparison,
): Promise<Result<{ tree: string; conflicts: string[] }>> {
  let [ours, theirs] = [tip ?? head, head];
  // After a squash, git would use an older common commit and see the same changes twice.
  if (from !== parted) {
    const [base, one, other] = [await commitLike(repository, from, []), tip ?? head, head];
    if (!base.ok) return base;
    const [left, right] = [
      await commitLike(repository, one, [base.value]),
      await commitLike(repository, other, [base.value]),
    ];
    if (!left.ok) return left;
    if (!right.ok) return right;
    [ours, theirs] = [left.value, right.value];
  }
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const answer = await repository.run(args);
  if (!answer.ok) return answer;
  const { code, out, err } = answer.value;
  if (code !== 0 && code !== 1) return gitFailure(err);
  const [tree = '', ...conflicts] = out.toString().split('\0').filter(Boolean);
  return ok({ tree: tree.trim(), conflicts: code === 0 ? [] : [...new Set(conflicts)] });
}

/** An unreferenced commit with another's files and other parents. */
async function commitLike({ text }: Repository, commit: string, parents: readonly string[]): Promise<Result<string>> {
  const named = ['GIT_AUTHOR', 'GIT_COMMITTER'].flatMap((who) => [
    [`${who}_NAME`, 'throughline'],
    [`${who}_EMAIL`, 'throughline@localhost'],
    [`${who}_DATE`, '2000-01-01T00:00:00Z'],
  ]);
  const commitOutput = await text(
    ['commit-tree', `${commit}^{tree}`, '-m', 'merge base', ...parents.flatMap((parent) => ['-p', parent])],
    { env: Object.fromEntries(named) },
  );
  return commitOutput.ok ? ok(commitOutput.value.trim()) : commitOutput;
}

/** Uncommitted changes in the base's checkout that would be overwritten, and files that need a filter program. */
async function inTheWay(
  { from, into }: Pick<Merging, 'from' | 'into'>,
  tip: string,
  tree: string,
): Promise<Result<{ reason: Sentence; files: string[] } | null>> {
  const changedFiles = await from.text(['diff-tree', '-r', '-z', '--name-only', '--no-renames', tip, tree]);
  if (!changedFiles.ok) return changedFiles;
  const changed = new Set(changedFiles.value.split('\0').filter(Boolean));
  // By the attributes before and after.
  for (const source of [null, tree]) {
    const filtered = await filteredOf(from, [...changed], source);
    if (!filtered.ok) return filtered;
    if (filtered.value.length > 0) return ok({ reason: needsFilter, files: filtered.value });
  }
  const status = await listChangedPaths(into);
  if (!status.ok) return status;
  const open = status.value.map(({ path }) => path).filter((path) => changed.has(path));
  const reason = say`The project folder has uncommitted changes in files that the merge would change. Commit or undo them first.`;
  return ok(open.length === 0 ? null : { reason, files: open });
}

export async function mergeInto(
  merging: Merging,
  { commitMessage, message, squash }: MergeRequest,
  note: NoteWorktree,
): Promise<Result<MergeDone & { worktree: ConversationWorktree }>> {
  const { from, into, worktree } = merging;
  const committed = await commitAll(from, commitMessage);
  if (!committed.ok) return committed;
  const compared = await compareWorktree(from, worktree);
  if (!compared.ok) return compared;
  const outlook = await previewMerge(merging, compared.value, false);
  if (!outlook.ok) return outlook;
  if (outlook.value.kind !== 'ready') return notReady(outlook.value, worktree);
  const { base } = worktree;
  const { tip, head } = compared.value;
  if (base === null || tip === null) return fail('NOT_SUPPORTED', say`There is no branch to merge into.`);
  const tree = await mergedTree(from, compared.value);
  if (!tree.ok) return tree;
  const parents = squash ? [tip] : [tip, head];
  const commitOutput = await from.text(
    ['commit-tree', tree.value.tree, '-F', '-', ...parents.flatMap((one) => ['-p', one])],
    {
      input: `${message}\n`,
    },
  );
  if (!commitOutput.ok) return commitOutput;
  const after = commitOutput.value.trim();
  const pending = { before: tip, after, head };
  const recorded = await note({ ...worktree, merging: pending });
  if (!recorded.ok) return recorded;
  const args = ['merge', '--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-stat', '--quiet', after];
  const updated = await into.text(args);
  if (updated.ok) return ok({ before: tip, after, base, worktree: asMerged(worktree, pending) });
  await note(worktree);
  return updated;
}

function notReady(outlook: MergePreview, { base }: ConversationWorktree): ReturnType<typeof fail> {
  const nothingMerged = say`Nothing was merged. All changes are still in the worktree.`;
  if (outlook.kind === 'blocked') {
    return fail('GIT_FAILED', say.all([outlook.reason, nothingMerged]), { files: outlook.files });
  }
  if (outlook.kind !== 'conflict') return fail('GIT_FAILED', say`There is nothing to merge.`);
  const { files } = outlook;
  const named = say.list(files.slice(0, 5));
  return fail('GIT_FAILED', say`${base ?? ''} and the worktree have conflicting changes: ${named}. ${nothingMerged}`, {
    files,
  });
}

/** Commits everything in the worktree; a no-op if there is nothing. */
async function commitAll(from: Repository, message: string): Promise<Result<void>> {
  const status = await listChangedPaths(from);
  if (!status.ok) return status;
  if (status.value.length === 0) return ok(undefined);
  const filtered = await filteredOf(
    from,
    status.value.map(({ path }) => path),
  );
  if (!filtered.ok) return filtered;
  if (filtered.value.length > 0) return fail('GIT_FAILED', needsFilter, { files: filtered.value.slice(0, maxNames) });
  const added = await addAll(from);
  if (!added.ok) return added;
  const args = ['commit', '--no-verify', '--no-gpg-sign', '--quiet', '--file=-'];
  const committed = await from.run(args, { input: `${message}\n` });
  if (!committed.ok) return committed;
  // What git had listed is unchanged after all.
  if (committed.value.code === 0 || /nothing to commit/.test(committed.value.out.toString())) return ok(undefined);
  return gitFailure(committed.value.err);
}

/** The outcome of an interrupted merge, or of undoing one. */
export async function resolveInterruptedMerge(
  repository: Repository,
  worktree: ConversationWorktree,
): Promise<ConversationWorktree> {
  const { merging, ...settled } = worktree;
  if (!merging) return worktree;
  const tip = worktree.base === null ? null : await resolveCommit(repository, `refs/heads/${worktree.base}`);
  const isThere = tip !== null && (await isAncestor(repository, merging.after, tip));
  return isThere ? asMerged(settled, merging) : settled;
}

function asMerged(
  worktree: ConversationWorktree,
  { before, after, head }: NonNullable<ConversationWorktree['merging']>,
): ConversationWorktree {
  return { ...worktree, commit: head, merged: { before, after, from: worktree.commit } };
}

/** Resets the base to before the merge; keeps uncommitted changes there, or does nothing. */
export async function undoMerge(
  into: Repository,
  worktree: ConversationWorktree,
  note: NoteWorktree,
): Promise<Result<ConversationWorktree>> {
  const { merged, base, ...others } = worktree;
  if (!merged || base === null || !(await isMergeUndoable(into, worktree))) {
    return fail('GIT_FAILED', say`This merge can no longer be undone because there are newer changes.`);
  }
  const { before, after, from } = merged;
  const undone = { ...others, base, commit: from };
  const recorded = await note({ ...undone, merging: { before, after, head: worktree.commit } });
  if (!recorded.ok) return recorded;
  const back = await into.text(['reset', '--keep', '--quiet', before]);
  if (back.ok) return ok(undone);
  await note(worktree);
  return back;
}

/** The base is where the merge left it, and checked out in the project folder. */
export async function isMergeUndoable(into: Repository, { merged, base }: ConversationWorktree): Promise<boolean> {
  if (!merged || base === null) return false;
  const branch = await currentBranch(into);
  return branch.ok && branch.value === base && (await resolveCommit(into, 'HEAD')) === merged.after;
}
