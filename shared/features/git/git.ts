// Git as the window shows it: the state of a repository, its changed files, and what can be done with them.

import type { UserTextData } from '../../core/sentence.ts';

/** One side of a changed file: in the index, or in the working tree. */
export interface GitFile {
  /** Names the file in calls. Not always the path: names need not be valid UTF-8. */
  id: string;
  /** For display only; invalid bytes are replaced. */
  path: string;
  kind: 'added' | 'modified' | 'deleted' | 'type' | 'untracked' | 'submodule' | 'renamed';
  /** A renamed file's previous name. Every action on the file concerns both. */
  from?: { id: string; path: string };
}

/** A file that both sides changed. */
export interface GitConflict extends Pick<GitFile, 'id' | 'path'> {
  /** Which versions exist: a side without one deleted the file. */
  ours: boolean;
  theirs: boolean;
}

interface FileList<File> {
  /** At most 1000, and the total. */
  files: File[];
  count: number;
}

/** An operation that git has begun and not finished. */
export type GitOperation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

export interface GitState {
  /** Folder of the working tree. */
  root: string;
  /** Null: detached. */
  branch: string | null;
  /** Null: no commit yet. */
  head: string | null;
  /** The remote branch it is compared with, such as `origin/main`; null: none. */
  upstream: string | null;
  /** Commits that only one of them has, as of the last contact. */
  ahead: number;
  behind: number;
  operation: GitOperation | null;
  staged: FileList<GitFile>;
  unstaged: FileList<GitFile>;
  conflicts: FileList<GitConflict>;
  /** Author of new commits; null: git knows no name or no email. */
  author: { name: string; email: string } | null;
  /** Remotes by name, with the address that a push uses, without its password. */
  remotes: { name: string; address: string }[];
  /** Where a push goes; null: no remote. */
  pushTo: string | null;
  /** Hooks and settings that git would apply in a terminal and that don't apply here. */
  notes: UserTextData[];
  /** Shell command that runs those hooks in a terminal; null: there are none. */
  hookCommand: string | null;
  /** Number of stashes, and the newest: what git calls it, its hash, and whether another branch made it. */
  stashes: { count: number; newest: string; commit: string; isElsewhere: boolean };
  /** The folder is trusted: without that, the state is only shown. */
  trusted: boolean;
}

/** Why there is no state: no folder, no repository, no git. */
export type GitStatus = { kind: 'ready'; state: GitState } | { kind: 'none'; reason: UserTextData; canTrust: boolean };

/** How a pull joins commits of both sides. */
export type GitPullMode = 'fastForward' | 'merge';

export interface GitPullDone {
  /** Commits that were new here. */
  commits: number;
  /** The user resolves them, then commits. */
  hasConflicts: boolean;
}

/** The commit that an amendment would replace. */
export interface GitLastCommit {
  /** Its hash, which the amendment names; empty if there is none. */
  commit: string;
  message: string;
  /** Why it can't be amended; null: it can. */
  refusal: UserTextData | null;
}

export type GitSide = 'staged' | 'unstaged';

export interface GitDiff {
  /** Each begins with its `@@` line. Undecodable bytes are replaced. */
  hunks: string[];
  /** Why no hunks are shown. */
  without: 'binary' | 'large' | 'empty' | null;
  /** Hunks can be staged individually. */
  canSplit: boolean;
  /** Changes with the diff: acting on a hunk requires it. */
  seen: string;
  /** The file is a Git LFS pointer. */
  isPointer: boolean;
}

/** A conflicting file's versions as text; null: this side has none, or it is not shown. */
export interface GitConflictSides {
  base: string | null;
  ours: string | null;
  theirs: string | null;
  /** Names of the sides: branches or commits. */
  oursName: string;
  theirsName: string;
  /** Binary, or too large to show. */
  hidden: boolean;
}

export interface GitBranch {
  name: string;
  /** ISO 8601. */
  at: string;
  current: boolean;
  /** Checked out in another worktree: git refuses to switch to it. */
  inUse: boolean;
}

/** How a pull request would be opened. */
export interface GitPullRequestOffer {
  /** The installed program that opens it; null: the browser does. */
  program: 'gh' | 'glab' | null;
  branch: string;
  /** Branches of the remote, the default one first. */
  bases: string[];
  title: string;
  body: string;
  /** Commits that the pull request would have, against the first base. */
  commitCount: number;
  address: string;
}

export interface GitPullRequestDone {
  /** The page of the pull request, or of the form that opens one; null: unknown. */
  url: string | null;
  /** False: the user completes it at `url`. */
  opened: boolean;
}
