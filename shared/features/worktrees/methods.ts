// Worktrees: a conversation in its own folder and branch, its differences, merging into the base, and removal.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import type { FileChange } from '../undo/methods.ts';

/** The options for creating a worktree in a folder. */
export interface WorktreeOffer {
  /** The branch checked out there; null: none. */
  branch: string | null;
  /** Other branches to start from, newest first; at most 100. */
  branches: string[];
  /** Number of uncommitted files, which stay where they are. */
  uncommitted: number;
  /** Warnings as sentences: submodules, large files stored elsewhere, … */
  notes: UserTextData[];
}

export interface WorktreeCommit {
  commit: string;
  /** Its first line. */
  subject: string;
  /** ISO 8601. */
  at: string;
}

/** A file that differs from the base. Its diff is requested separately. */
export type WorktreeFile = FileChange & {
  /** Not or not fully committed yet. */
  uncommitted: boolean;
};

/** A worktree's state compared to its base. */
export interface WorktreeStatus {
  /** The branch now checked out in it; null: none. */
  branch: string | null;
  base: string | null;
  /** Not in the base yet, newest first; at most 200, and the total. */
  commits: WorktreeCommit[];
  commitCount: number;
  /** At most 500, and the total. */
  files: WorktreeFile[];
  fileCount: number;
  added: number;
  removed: number;
  uncommitted: number;
  /** Number of base commits that the worktree lacks. */
  behind: number;
  merge: MergePreview;
  /** Set when the last merge can be undone because nothing came after it. */
  undoable: { before: string; after: string } | null;
  /** Changes with this state. */
  seen: string;
}

export type MergePreview =
  | { kind: 'ready' }
  | { kind: 'nothing' }
  /** Both sides changed the same places. */
  | { kind: 'conflict'; files: string[] }
  /** Another obstacle: which one, and the files. */
  | { kind: 'blocked'; reason: UserTextData; files: string[] };

export interface MergeDone {
  /** The base's commit before and after it. */
  before: string;
  after: string;
  base: string;
}

/** The data that discarding a worktree would delete. */
export interface WorktreeRemoval {
  path: string;
  branch: string;
  /** Uncommitted files, at most 200, and the total. Always deleted. */
  files: string[];
  fileCount: number;
  /** Commits in no other branch, deleted with it. At most 200, and the total. */
  commits: WorktreeCommit[];
  commitCount: number;
  /** Total size; null: not fully counted. */
  bytes: number | null;
  seen: string;
}

/** Why a conversation's worktree is unusable, and what can be done. */
export interface WorktreeTrouble {
  reason: UserTextData;
  /** `making`, `removing`: the operation was interrupted. */
  going: 'making' | 'removing' | null;
  /** Its branch still exists. */
  canMakeAgain: boolean;
}

export type WorktreeState =
  | { kind: 'none' }
  | { kind: 'ready'; look: WorktreeStatus }
  | { kind: 'trouble'; trouble: WorktreeTrouble };

const message = z.string().trim().min(1).max(20_000);
const fingerprint = z.string().max(200);

export const worktreeMethods = {
  /** Returns the options for a worktree in the project's folder; the error says why it is impossible. */
  'worktree.offer': defineMethod<WorktreeOffer>()('none', z.object({ projectId: id })),
  /** Creates it; the next turn works there. Canceling leaves nothing behind. */
  'worktree.make': defineMethod<{ notes: UserTextData[] }>()(
    'none',
    z.object({
      conversationId,
      /** Text to derive its name from: the first message, for a new conversation. */
      name: z.string().max(2000).default(''),
      base: z.string().max(500).nullable().default(null),
      bring: z.boolean().default(false),
    }),
  ),
  /** Null: it is usable, or there is none. Fast. */
  'worktree.check': defineMethod<{ trouble: WorktreeTrouble | null }>()('none', z.object({ conversationId })),
  'worktree.look': defineMethod<WorktreeState>()('none', z.object({ conversationId })),
  'worktree.file': defineMethod<WorktreeFile>()(
    'none',
    z.object({ conversationId, path: z.string().min(1).max(4096) }),
  ),
  /** Commits uncommitted changes, then merges everything into the base branch. */
  'worktree.merge': defineMethod<MergeDone>()(
    'none',
    z.object({ conversationId, commitMessage: message, message, squash: z.boolean(), seen: fingerprint }),
  ),
  'worktree.undoMerge': defineMethod<Nothing>()('none', z.object({ conversationId })),
  'worktree.removal': defineMethod<WorktreeRemoval>()('none', z.object({ conversationId })),
  /** Stops a run in it and ends its processes first. `seen` null: finishes an interrupted removal. */
  'worktree.remove': defineMethod<Nothing>()(
    'none',
    z.object({ conversationId, keepBranch: z.boolean(), seen: fingerprint.nullable() }),
  ),
  /** Recreates its missing folder from its branch. */
  'worktree.makeAgain': defineMethod<{ notes: UserTextData[] }>()('none', z.object({ conversationId })),
  /** Returns the conversation to its project's folder; the worktree's folder and branch stay. */
  'worktree.leave': defineMethod<Nothing>()('none', z.object({ conversationId })),
} as const;

/** Progress of creating a worktree, in files. */
export type WorktreeEvent = { type: 'worktree.progress'; conversationId: string; done: number; of: number };
