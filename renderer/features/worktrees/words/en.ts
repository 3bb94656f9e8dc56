// Words of worktrees: a conversation in a folder and on a branch of its own.

import { counted } from '../../../core/strings/en/counted.ts';

const files = (count: number): string => counted(count, 'file', 'files');
const commits = (count: number): string => counted(count, 'commit', 'commits');

export const words = {
  region: 'Where this chat works',
  work: 'Work in a worktree',
  workHint: 'A folder and a git branch of its own',
  workMore: 'Work in a worktree…',
  changes: 'Changes in this worktree…',
  merge: 'Merge this worktree…',
  remove: 'Throw this worktree away…',
  leave: 'Go on in the project folder',
  noBranch: 'no branch',
  fromBranch: (branch: string) => `Starts in a new worktree, from ${branch}.`,
  from: 'Starts in a new worktree.',
  stays: (count: number) =>
    `${files(count)} with uncommitted changes ${count === 1 ? 'stays' : 'stay'} in the project folder.`,
  bring: 'Copy uncommitted changes into it',
  bringHint: (count: number) => `${files(count)}. The project folder keeps them too.`,
  notNow: 'Don’t use a worktree',
  making: 'Making the worktree…',
  makingOf: (percent: number) => `Making the worktree… ${percent} %`,
  make: {
    title: 'Work in a worktree',
    body: 'The next message works in a folder and on a branch of its own. What is here stays as it is.',
    base: 'Start from',
    confirm: 'Make the worktree',
  },
  trust: {
    first: 'A worktree works under the trust of this folder: its AGENTS.md counts, and its settings are read.',
    give: 'Trust this folder',
  },
  atWork: (titles: readonly string[]) =>
    `${titles.map((title) => `“${title}”`).join(' and ')} ${titles.length === 1 ? 'is' : 'are'} working in this folder.`,
  show: 'Show it',
  gone: {
    again: 'Make it again',
    finish: 'Finish removing it',
    leave: 'Go on in the project folder',
  },
  look: {
    title: (branch: string) => `Changes in ${branch}`,
    against: (base: string) => `against ${base}`,
    summary: (fileCount: number, commitCount: number) => `${files(fileCount)} · ${commits(commitCount)}`,
    empty: 'Nothing has changed in this worktree yet.',
    commits: 'Commits',
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
    uncommitted: (count: number) => `${files(count)} not committed yet`,
    behind: (base: string, count: number) => `${base} has ${commits(count)} that this worktree does not have yet.`,
    merge: 'Merge…',
    remove: 'Throw away…',
  },
  mergeDialog: {
    title: (branch: string, base: string) => `Merge ${branch} into ${base}`,
    body: (base: string, fileCount: number, commitCount: number) =>
      `${files(fileCount)}${commitCount > 0 ? ` in ${commits(commitCount)}` : ''} will come into ${base}, in the project folder.`,
    nothing: 'Everything here is already merged.',
    conflict: (base: string) =>
      `${base} and this worktree changed the same places. Nothing was merged. Bring ${base} into this worktree first:`,
    askModel: 'Write that as a message',
    askText: (base: string) =>
      `Merge the branch ${base} into the branch that is checked out here, and resolve the conflicts so that both changes are kept. Then commit.`,
    commitMessage: 'Message for what is not committed yet',
    message: 'Message of the merge',
    squashMessage: 'Message of the commit',
    how: 'How to merge',
    asMerge: 'Merge commit',
    asMergeHint: 'Keeps each commit of the worktree.',
    asSquash: 'One commit',
    asSquashHint: 'Everything as a single commit (squash).',
    confirm: 'Merge',
    busy: 'Stop the run first, or wait for it to finish.',
    done: (base: string, after: string, before: string) => `Merged into ${base}: ${after}. Before it was ${before}.`,
    undo: 'Undo merge',
    undone: (base: string) => `Merge undone: ${base} is where it was before.`,
    undoable: (after: string) => `Merged as ${after}. Nothing came after it.`,
    defaultMessage: (branch: string) => `Merge ${branch}`,
  },
  removal: {
    title: 'Throw away this worktree?',
    archivedTitle: 'Archived. Throw its worktree away too?',
    body: 'Its folder is removed from the disk. What this chat changed there can no longer be undone. The conversation stays.',
    size: (path: string, size: string) => `${path} (${size})`,
    onBranch: (branch: string) => `Branch ${branch}`,
    files: (count: number) => `${files(count)} not committed, gone for good:`,
    commits: (count: number) => `${commits(count)} that no other branch has:`,
    nothing: 'Everything in it is committed, and in another branch.',
    branch: 'Branch',
    keep: 'Keep the branch',
    keepHint: (branch: string, count: number) =>
      count > 0 ? `${branch} keeps its ${commits(count)}.` : `${branch} stays in the repository.`,
    drop: 'Delete the branch',
    dropHint: (count: number) => (count > 0 ? `${commits(count)} will be gone.` : 'Nothing is lost with it.'),
    confirm: 'Throw away',
    keepIt: 'Keep it',
    done: (branch: string) => `Threw away the worktree ${branch}.`,
    withConversation: 'Worktree',
    stays: 'Keep the worktree',
    staysHint: (path: string) => `${path} and its branch stay on the disk.`,
    goes: 'Throw the worktree away too',
    goesHint: 'Its branch stays; uncommitted changes are gone for good, even if you undo the deletion.',
  },
};
