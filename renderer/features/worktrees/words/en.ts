// Strings for worktrees: a conversation with its own folder and branch.

import { counted } from '../../../core/words/wording.ts';

const files = (count: number): string => counted(count, 'file', 'files');
const commits = (count: number): string => counted(count, 'commit', 'commits');

export const catalog = {
  region: 'Where this conversation works',
  work: 'Work in a worktree',
  workHint: 'Uses its own folder and git branch',
  workMore: 'Work in a worktree…',
  changes: 'Changes in this worktree…',
  merge: 'Merge this worktree…',
  remove: 'Remove this worktree…',
  leave: 'Continue in the project folder',
  noBranch: 'no branch',
  fromBranch: (branch: string) => `Starts in a new worktree from ${branch}.`,
  from: 'Starts in a new worktree.',
  stays: (count: number) =>
    `${files(count)} with uncommitted changes ${count === 1 ? 'stays' : 'stay'} in the project folder.`,
  bring: 'Copy uncommitted changes',
  bringHint: (count: number) => `${files(count)}. They also stay in the project folder.`,
  notNow: 'Don’t use a worktree',
  making: 'Creating worktree…',
  makingOf: (percent: number) => `Creating worktree… ${percent}%`,
  make: {
    title: 'Work in a worktree',
    body: 'From the next message, this conversation works in its own folder and on its own branch. The project folder doesn’t change.',
    base: 'Start from',
    confirm: 'Create worktree',
  },
  trust: {
    first: 'Trust this folder to use a worktree. The worktree uses the folder’s AGENTS.md and settings.',
    give: 'Trust this folder',
  },
  atWork: (titles: readonly string[]) =>
    `${titles.map((title) => `“${title}”`).join(' and ')} ${titles.length === 1 ? 'is' : 'are'} working in this folder.`,
  show: 'Show',
  gone: {
    again: 'Re-create it',
    finish: 'Finish removing',
    leave: 'Continue in the project folder',
  },
  look: {
    title: (branch: string) => `Changes in ${branch}`,
    against: (base: string) => `against ${base}`,
    summary: (fileCount: number, commitCount: number) => `${files(fileCount)} · ${commits(commitCount)}`,
    empty: 'Nothing has changed in this worktree yet.',
    commits: 'Commits',
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
    uncommitted: (count: number) => `${files(count)} not committed`,
    behind: (base: string, count: number) => `${base} has ${commits(count)} that this worktree doesn’t have yet.`,
    merge: 'Merge…',
    remove: 'Remove…',
  },
  mergeDialog: {
    title: (branch: string, base: string) => `Merge ${branch} into ${base}`,
    body: (base: string, fileCount: number, commitCount: number) =>
      `${files(fileCount)}${commitCount > 0 ? ` in ${commits(commitCount)}` : ''} will be merged into ${base} in the project folder.`,
    nothing: 'Everything here is already merged.',
    conflict: (base: string) =>
      `${base} and this worktree have conflicting changes. Nothing was merged. Merge ${base} into this worktree first:`,
    askModel: 'Ask the model to do this',
    askText: (base: string) =>
      `Merge the branch ${base} into the branch checked out here, and resolve the conflicts so that both changes are kept. Then commit.`,
    commitMessage: 'Message for uncommitted changes',
    message: 'Merge commit message',
    squashMessage: 'Commit message',
    how: 'How to merge',
    asMerge: 'Merge commit',
    asMergeHint: 'Keeps every commit from the worktree.',
    asSquash: 'Squash',
    asSquashHint: 'Combines everything into a single commit.',
    confirm: 'Merge',
    busy: 'Stop the run first, or wait for it to finish.',
    done: (base: string, after: string, before: string) => `Merged into ${base} as ${after} (previously ${before}).`,
    undo: 'Undo merge',
    undone: (base: string) => `Merge undone. ${base} is back where it was.`,
    undoable: (after: string) => `Merged as ${after}. This can still be undone.`,
    defaultMessage: (branch: string) => `Merge ${branch}`,
  },
  removal: {
    title: 'Remove this worktree?',
    archivedTitle: 'Conversation archived. Remove its worktree too?',
    body: 'Its folder will be deleted from the disk, and file changes made there can no longer be undone. The conversation is kept.',
    size: (path: string, size: string) => `${path} (${size})`,
    onBranch: (branch: string) => `Branch ${branch}`,
    files: (count: number) => `${files(count)} with uncommitted changes will be lost:`,
    commits: (count: number) => `${commits(count)} on no other branch:`,
    nothing: 'Everything is committed and on another branch.',
    branch: 'Branch',
    keep: 'Keep branch',
    keepHint: (branch: string, count: number) =>
      count > 0 ? `${branch} keeps its ${commits(count)}.` : `${branch} stays in the repository.`,
    drop: 'Delete branch',
    dropHint: (count: number) => (count > 0 ? `${commits(count)} will be lost.` : 'It has no commits of its own.'),
    confirm: 'Remove',
    keepIt: 'Keep',
    done: (branch: string) => `Removed the worktree ${branch}.`,
    withConversation: (count: number) => (count === 1 ? 'Worktree' : 'Worktrees'),
    stays: (count: number) => (count === 1 ? 'Keep worktree' : 'Keep worktrees'),
    staysHint: (path: string) => `${path} and its branch stay on disk.`,
    stayHint: (count: number) =>
      `The ${count} folders, including those of compared answers, and their branches stay on disk.`,
    goes: (count: number) => (count === 1 ? 'Remove worktree too' : `Remove the ${count} worktrees too`),
    goesHint: (count: number) =>
      `${count === 1 ? 'Its branch is kept.' : 'Their branches are kept.'} Uncommitted changes are lost, even if you undo the deletion.`,
  },
};
