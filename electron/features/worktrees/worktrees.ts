// Port to git worktrees: a conversation's own folder and branch. Never throws; every answer is fresh. Nothing that a
// repository configures is run: no hook, filter, file system monitor or merge driver.

import type { Result } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type {
  MergeDone,
  WorktreeFile,
  WorktreeOffer,
  WorktreeRemoval,
  WorktreeStatus,
} from '../../../shared/features/worktrees/methods.ts';
import type { ConversationWorktree } from '../../../shared/features/worktrees/worktree.ts';

/** A conversation's worktree and its project folder. */
export interface PlacedWorktree {
  worktree: ConversationWorktree;
  project: string;
}

export interface WorktreeRequest {
  /** Text to derive its name from. */
  name: string;
  /** The branch to start at; null for what is checked out. */
  base: string | null;
  /** Starts with the state of this worktree, and merges where that one would. */
  continues?: ConversationWorktree;
}

export interface MakingOptions {
  /** Copy the uncommitted changes of the project's folder, or of the worktree that it continues. */
  bring: boolean;
  signal: AbortSignal;
  onProgress(done: number, of: number): void;
}

export interface MergeRequest {
  /** For uncommitted changes; unused if there are none. */
  commitMessage: string;
  /** For the merge commit, or the squashed commit. */
  message: string;
  squash: boolean;
  /** `WorktreeStatus.seen`, what the user saw. Fails if it has changed. */
  seen: string;
  signal: AbortSignal;
}

/** Records the next step, so that a crash midway can be resolved. If recording fails, nothing is done. */
export type NoteWorktree = (worktree: ConversationWorktree) => Promise<Result<void>>;

export interface Worktrees {
  /** Returns what would be created in the folder; an error explains why not. */
  offer(project: string): Promise<Result<WorktreeOffer>>;
  /** Chooses folder and branch. Creates nothing. */
  plan(project: string, wish: WorktreeRequest): Promise<Result<ConversationWorktree>>;
  /** All or nothing. Returns sentences for the user. */
  make(placed: PlacedWorktree, options: MakingOptions): Promise<Result<Sentence[]>>;
  /** Removes an interrupted creation. Files that git did not put there stay, and are an error. */
  clearMaking(placed: PlacedWorktree): Promise<Result<void>>;
  /** Recreates a missing folder from its branch. Uncommitted changes are lost. */
  makeAgain(placed: PlacedWorktree, options: Pick<MakingOptions, 'signal' | 'onProgress'>): Promise<Result<Sentence[]>>;
  /** Whether its branch still exists. */
  hasBranch(placed: PlacedWorktree): Promise<boolean>;
  status(placed: PlacedWorktree, signal: AbortSignal): Promise<Result<WorktreeStatus>>;
  /** One of `look`'s files, with its diff. */
  file(placed: PlacedWorktree, path: string): Promise<Result<WorktreeFile>>;
  /** All or nothing: a conflict changes no file or branch. `worktree` has the new base of comparison. */
  merge(
    placed: PlacedWorktree,
    wish: MergeRequest,
    note: NoteWorktree,
  ): Promise<Result<MergeDone & { worktree: ConversationWorktree }>>;
  /** Only while nothing was added since. */
  undoMerge(placed: PlacedWorktree, note: NoteWorktree): Promise<Result<ConversationWorktree>>;
  /** Returns what would be lost. */
  removal(placed: PlacedWorktree): Promise<Result<WorktreeRemoval>>;
  /** `seen` comes from `removal`; null completes an interrupted removal. */
  remove(placed: PlacedWorktree, how: { keepBranch: boolean; seen: string | null }): Promise<Result<void>>;
}
