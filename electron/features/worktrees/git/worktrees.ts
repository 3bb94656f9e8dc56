// Worktrees through the system's git, as one port. Reopens the repositories for every operation.

import { hostname } from 'node:os';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { WorktreeStatus } from '../../../../shared/features/worktrees/methods.ts';
import type { Environment } from '../../../lib/environment.ts';
import { createGit } from '../../git/repository/git.ts';
import { openRepository, type Repository } from '../../git/repository/repository.ts';
import type { PlacedWorktree, Worktrees } from '../worktrees.ts';
import { compareWorktree, listCommits } from './compare.ts';
import { listChangedFiles, readFileDiff } from './files.ts';
import { makeWorktree, recreateWorktree, removeInterruptedWorktree } from './make.ts';
import { isMergeUndoable, mergeInto, previewMerge, resolveInterruptedMerge, undoMerge } from './merge.ts';
import { currentBranch, headCommit, worktreeOffer } from './offer.ts';
import { planWorktree } from './planWorktree.ts';
import { fingerprint, previewRemoval, removeWorktree } from './remove.ts';

export interface WorktreesOptions {
  environment: Environment;
  /** The app's data folder; worktrees go next to it if there is no space next to the repository. */
  dataDir: string;
  hostName?: string;
}

export function createWorktrees({ environment, dataDir, hostName = hostname() }: WorktreesOptions): Worktrees {
  const deps = { otherPlace: `${dataDir}-worktrees`, hostName };
  const git = createGit(environment);
  const open = (folder: string): Promise<Result<Repository>> => openRepository(git, folder);

  async function both({ worktree, project }: PlacedWorktree): Promise<Result<{ from: Repository; into: Repository }>> {
    const [from, into] = [await open(worktree.path), await open(project)];
    if (!from.ok) return from;
    if (!into.ok) return into;
    return ok({ from: from.value, into: into.value });
  }

  async function look(placed: PlacedWorktree, signal?: AbortSignal): Promise<Result<WorktreeStatus>> {
    const opened = await both(placed);
    if (!opened.ok) return opened;
    const { from, into } = opened.value;
    const worktree = await resolveInterruptedMerge(from, placed.worktree);
    const compared = await compareWorktree(from, worktree);
    if (!compared.ok) return compared;
    const { head, tip, from: since } = compared.value;
    const files = await listChangedFiles(from, since, signal);
    if (!files.ok) return files;
    const range = [head, `^${since}`, ...(tip === null ? [] : [`^${tip}`])];
    const commits = await listCommits(from, range);
    if (!commits.ok) return commits;
    const behind = tip === null ? ok({ count: 0 }) : await listCommits(from, [tip, `^${head}`]);
    const branch = await currentBranch(from);
    if (!branch.ok) return branch;
    const { uncommitted } = files.value;
    const merge = await previewMerge({ from, into, worktree }, compared.value, uncommitted > 0);
    if (!merge.ok) return merge;
    const undoable = worktree.merged && (await isMergeUndoable(into, worktree)) ? worktree.merged : null;
    return ok({
      branch: branch.value,
      base: worktree.base,
      commits: commits.value.commits,
      commitCount: commits.value.count,
      files: files.value.files,
      fileCount: files.value.count,
      added: files.value.added,
      removed: files.value.removed,
      uncommitted,
      behind: behind.ok ? behind.value.count : 0,
      merge: merge.value,
      undoable: undoable && { before: undoable.before, after: undoable.after },
      seen: fingerprint([head, tip ?? '', ...files.value.files.map((file) => JSON.stringify(file))]),
    });
  }

  const changed = fail(
    'GIT_FAILED',
    say`Something has changed there since you last looked. Nothing was done. Review it again.`,
  );

  return {
    status: look,

    async offer(project) {
      const repository = await open(project);
      return repository.ok ? worktreeOffer(repository.value) : repository;
    },

    async plan(project, wish) {
      const repository = await open(project);
      if (!repository.ok) return repository;
      const planned = await planWorktree(repository.value, project, wish, deps);
      if (!planned.ok || !wish.continues) return planned;
      const { path, base, commit } = wish.continues;
      const other = await open(path);
      const head = other.ok ? await headCommit(other.value) : other;
      return head.ok ? ok({ ...planned.value, base, commit, continues: { path, commit: head.value } }) : head;
    },

    async make({ worktree, project }, options) {
      const repository = await open(project);
      return repository.ok ? makeWorktree(git, repository.value, worktree, options) : repository;
    },

    async clearMaking({ worktree, project }) {
      const repository = await open(project);
      return repository.ok ? removeInterruptedWorktree(repository.value, worktree) : repository;
    },

    async makeAgain({ worktree, project }, options) {
      const repository = await open(project);
      return repository.ok ? recreateWorktree(git, repository.value, worktree, options) : repository;
    },

    async hasBranch({ worktree, project }) {
      const repository = await open(project);
      if (!repository.ok) return false;
      const resolved = await repository.value.run([
        'rev-parse',
        '--verify',
        '--quiet',
        `refs/heads/${worktree.branch}`,
      ]);
      return resolved.ok && resolved.value.code === 0;
    },

    async file({ worktree }, path) {
      const repository = await open(worktree.path);
      if (!repository.ok) return repository;
      const compared = await compareWorktree(
        repository.value,
        await resolveInterruptedMerge(repository.value, worktree),
      );
      return compared.ok ? readFileDiff(repository.value, compared.value.from, path) : compared;
    },

    async merge(placed, wish, note) {
      const now = await look(placed, wish.signal);
      if (!now.ok) return now;
      if (now.value.seen !== wish.seen) return changed;
      const opened = await both(placed);
      if (!opened.ok) return opened;
      const worktree = await resolveInterruptedMerge(opened.value.from, placed.worktree);
      return mergeInto({ ...opened.value, worktree }, wish, note);
    },

    async undoMerge({ worktree, project }, note) {
      const into = await open(project);
      return into.ok ? undoMerge(into.value, await resolveInterruptedMerge(into.value, worktree), note) : into;
    },

    async removal({ worktree, project }) {
      const from = await open(project);
      if (!from.ok) return from;
      const inside = await open(worktree.path);
      const isThere = inside.ok && inside.value.root === worktree.path;
      return previewRemoval(from.value, isThere ? inside.value : null, worktree);
    },

    async remove({ worktree, project }, { keepBranch, seen }) {
      const from = await open(project);
      if (!from.ok) return from;
      if (seen !== null) {
        const now = await this.removal({ worktree, project });
        if (!now.ok) return now;
        if (now.value.seen !== seen) return changed;
      }
      return removeWorktree(from.value, worktree, { keepBranch });
    },
  };
}
