// The port to git worktrees: a conversation's own folder and branch. It never throws, and what it answers is looked up anew each
// time. Nothing that a repository configures is run: no hook, no filter, no file system monitor, no merge driver.

import type { Result } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type {
  MergeDone,
  WorktreeFile,
  WorktreeLook,
  WorktreeOffer,
  WorktreeRemoval,
} from '../../../shared/features/worktrees/methods.ts';
import type { ConversationWorktree } from '../../../shared/features/worktrees/worktree.ts';

/** A conversation's worktree and the folder of its project. */
export interface PlacedWorktree {
  worktree: ConversationWorktree;
  /** Absolute. */
  project: string;
}

export interface WorktreeWish {
  /** Words that its name is made of. */
  name: string;
  /** The branch that it begins at; null: what is checked out. */
  base: string | null;
}

export interface MakingOptions {
  /** What is not committed in the project's folder is copied into it. */
  bring: boolean;
  signal: AbortSignal;
  onProgress(done: number, of: number): void;
}

export interface MergeWish {
  /** For what is not committed yet; not used where there is nothing. */
  commitMessage: string;
  /** Of the merge or, squashed, of the one commit. */
  message: string;
  squash: boolean;
  /** `WorktreeLook.seen`: what the person was shown. Fails when it is otherwise by now. */
  seen: string;
  signal: AbortSignal;
}

/** Keeps what is about to be done, so that a crash in the middle of it is understood. Nothing is done where that fails. */
export type NoteWorktree = (worktree: ConversationWorktree) => Promise<Result<void>>;

export interface Worktrees {
  /** What would be made in the folder; an error says why none can be. */
  offer(project: string): Promise<Result<WorktreeOffer>>;
  /** Chooses place and branch. Makes nothing. */
  plan(project: string, wish: WorktreeWish): Promise<Result<ConversationWorktree>>;
  /** It is there whole, or nothing of it is. Sentences: what a person should know about it. */
  make(placed: PlacedWorktree, options: MakingOptions): Promise<Result<Sentence[]>>;
  /** Removes what an interrupted making left. What is in it that git did not put there stays, and is an error. */
  clearMaking(placed: PlacedWorktree): Promise<Result<void>>;
  /** Where the folder is gone and the branch is not: the folder is made again. What was not committed there is not in it. */
  makeAgain(placed: PlacedWorktree, options: Pick<MakingOptions, 'signal' | 'onProgress'>): Promise<Result<Sentence[]>>;
  /** Its branch is still there. */
  hasBranch(placed: PlacedWorktree): Promise<boolean>;
  look(placed: PlacedWorktree, signal: AbortSignal): Promise<Result<WorktreeLook>>;
  /** One of `look`'s files, with its difference. */
  file(placed: PlacedWorktree, path: string): Promise<Result<WorktreeFile>>;
  /** All or nothing: a conflict changes no file and no branch. `worktree`: with what is compared from now on. */
  merge(
    placed: PlacedWorktree,
    wish: MergeWish,
    note: NoteWorktree,
  ): Promise<Result<MergeDone & { worktree: ConversationWorktree }>>;
  /** While nothing came after it. */
  undoMerge(placed: PlacedWorktree, note: NoteWorktree): Promise<Result<ConversationWorktree>>;
  /** What would be gone. */
  removal(placed: PlacedWorktree): Promise<Result<WorktreeRemoval>>;
  /** `seen`: of `removal`; null: an interrupted removal is brought to its end. */
  remove(placed: PlacedWorktree, how: { keepBranch: boolean; seen: string | null }): Promise<Result<void>>;
}
