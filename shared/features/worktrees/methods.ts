// Worktrees: a conversation in a folder and on a branch of its own, what differs there, back into its base, and away again.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, id, method, type Nothing } from '../../protocol/method.ts';
import type { FileChange } from '../undo/methods.ts';

/** What making a worktree in a folder would begin with. */
export interface WorktreeOffer {
  /** Checked out there; null: no branch is. */
  branch: string | null;
  /** Other branches that it can begin at, the newest first; at most 100. */
  branches: string[];
  /** Files that are not committed: they stay where they are. */
  uncommitted: number;
  /** What a person should know before, as sentences: submodules, large files kept elsewhere, … */
  notes: UserTextData[];
}

export interface WorktreeCommit {
  commit: string;
  /** Its first line. */
  subject: string;
  /** ISO 8601. */
  at: string;
}

/** A file that is otherwise than at the base. Its difference is asked for by itself. */
export type WorktreeFile = FileChange & {
  /** It is not, or not whole, in a commit yet. */
  uncommitted: boolean;
};

/** What stands in a worktree, against its base. */
export interface WorktreeLook {
  /** What is checked out in it now; null: no branch is. */
  branch: string | null;
  base: string | null;
  /** Not yet in the base, the newest first; at most 200, and how many there are. */
  commits: WorktreeCommit[];
  commitCount: number;
  /** At most 500, and how many there are. */
  files: WorktreeFile[];
  fileCount: number;
  added: number;
  removed: number;
  uncommitted: number;
  /** Commits of the base that are not in the worktree yet. */
  behind: number;
  merge: MergeOutlook;
  /** The last merge can be undone: nothing came after it. */
  undoable: { before: string; after: string } | null;
  /** Tells this state from any other. */
  seen: string;
}

export type MergeOutlook =
  | { kind: 'ready' }
  | { kind: 'nothing' }
  /** The same places were changed in both. */
  | { kind: 'conflict'; files: string[] }
  /** Something else stands in the way: what, and which files. */
  | { kind: 'blocked'; reason: UserTextData; files: string[] };

export interface MergeDone {
  /** The base's commit before and after it. */
  before: string;
  after: string;
  base: string;
}

/** What throwing a worktree away would take with it. */
export interface WorktreeRemoval {
  path: string;
  branch: string;
  /** Not committed, at most 200, and how many there are. They go in any case. */
  files: string[];
  fileCount: number;
  /** In no other branch; they go with the branch. At most 200, and how many there are. */
  commits: WorktreeCommit[];
  commitCount: number;
  /** Of everything in it; null: not all was counted. */
  bytes: number | null;
  seen: string;
}

/** Why a conversation's worktree cannot be worked in, and what can be done. */
export interface WorktreeTrouble {
  reason: UserTextData;
  /** `making`, `removing`: it was interrupted. */
  going: 'making' | 'removing' | null;
  /** Its branch is still there. */
  canMakeAgain: boolean;
}

export type WorktreeState =
  | { kind: 'none' }
  | { kind: 'ready'; look: WorktreeLook }
  | { kind: 'trouble'; trouble: WorktreeTrouble };

const message = z.string().trim().min(1).max(20_000);
const seen = z.string().max(200);

export const worktreeMethods = {
  /** What a worktree in the project's folder would begin with; an error says why there can be none. */
  'worktree.offer': method<WorktreeOffer>()('none', z.object({ projectId: id })),
  /** Makes it, and the next turn works there. Ends early when the call is given up: nothing of it is left then. */
  'worktree.make': method<{ notes: UserTextData[] }>()(
    'none',
    z.object({
      conversationId,
      /** Words for its name: those that the conversation begins with, where it has none of its own. */
      name: z.string().max(2000).default(''),
      base: z.string().max(500).nullable().default(null),
      bring: z.boolean().default(false),
    }),
  ),
  /** Null: it can be worked in, or there is none. Quick. */
  'worktree.check': method<{ trouble: WorktreeTrouble | null }>()('none', z.object({ conversationId })),
  'worktree.look': method<WorktreeState>()('none', z.object({ conversationId })),
  'worktree.file': method<WorktreeFile>()('none', z.object({ conversationId, path: z.string().min(1).max(4096) })),
  /** What is not committed is committed first, then all of it comes into the base branch. */
  'worktree.merge': method<MergeDone>()(
    'none',
    z.object({ conversationId, commitMessage: message, message, squash: z.boolean(), seen }),
  ),
  'worktree.undoMerge': method<Nothing>()('none', z.object({ conversationId })),
  'worktree.removal': method<WorktreeRemoval>()('none', z.object({ conversationId })),
  /** A run in it is stopped and its processes are ended first. `seen` null: ends a removal that was interrupted. */
  'worktree.remove': method<Nothing>()(
    'none',
    z.object({ conversationId, keepBranch: z.boolean(), seen: seen.nullable() }),
  ),
  /** Its folder is gone: it is made again from its branch. */
  'worktree.makeAgain': method<{ notes: UserTextData[] }>()('none', z.object({ conversationId })),
  /** The conversation works in its project's folder again; folder and branch stay as they are. */
  'worktree.leave': method<Nothing>()('none', z.object({ conversationId })),
} as const;

/** How far making a worktree has come, in files. */
export type WorktreeEvent = { type: 'worktree.progress'; conversationId: string; done: number; of: number };
