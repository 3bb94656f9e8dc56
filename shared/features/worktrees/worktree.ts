// The git worktree that a conversation uses instead of its project's folder, as stored in meta.json.

import { z } from 'zod';

const path = z.string().max(4096);
const name = z.string().max(500);
/** SHA-1 or SHA-256. */
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

export const worktreeSchema = z.looseObject({
  /** Name of the machine that the paths belong to. */
  host: z.string().max(300),
  /** Absolute: the worktree's folder, and the repository folder it was created from. */
  path,
  repository: path,
  /** The project's folder within the repository, with `/`; empty: its root. */
  inside: path.default(''),
  /** The branch created for it, and the one it started from; null: no branch was checked out. */
  branch: name,
  base: name.nullable(),
  /** What it is compared with; after a squash, what was merged. */
  commit,
  /** Set while it is created or removed, so it survives a crash. */
  going: z.enum(['making', 'removing']).exactOptional(),
  /** While it is created: uncommitted changes of the project's folder are to be copied into it. */
  bring: z.boolean().exactOptional(),
  /** While it is created: the worktree whose state it starts with, instead of `commit` and the project's folder. */
  continues: z.looseObject({ path, commit }).exactOptional(),
  /** The last merge, undoable until something follows it. `from`: the previous comparison commit. */
  merged: z.looseObject({ before: commit, after: commit, from: commit }).exactOptional(),
  /** Set during a merge or its undo. Whether the base contains `after` tells the outcome; `head`: what was merged. */
  merging: z.looseObject({ before: commit, after: commit, head: commit }).exactOptional(),
});
export type ConversationWorktree = z.infer<typeof worktreeSchema>;

/** Replaces unreadable data: it matches no folder, so nothing works in a wrong one unnoticed. */
export const unreadableWorktree: ConversationWorktree = {
  host: '',
  path: '',
  repository: '',
  inside: '',
  branch: '',
  base: null,
  commit: '0'.repeat(40),
};

/** A conversation's worktree, as views need it. */
export interface WorktreeInfo {
  path: string;
  branch: string;
  base: string | null;
}

export function worktreeInfo({ path: at, branch, base }: ConversationWorktree): WorktreeInfo {
  return { path: at, branch, base };
}
