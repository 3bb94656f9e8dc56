// The git worktree that a conversation works in instead of its project's folder, as meta.json keeps it.

import { z } from 'zod';

const path = z.string().max(4096);
const name = z.string().max(500);
/** Of SHA-1 or SHA-256. */
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

export const worktreeSchema = z.looseObject({
  /** The machine that the paths are of, by its name. */
  host: z.string().max(300),
  /** Absolute: where it is, and the folder of the repository that it was made from. */
  path,
  repository: path,
  /** Of the project's folder in the repository, with `/`; empty: the repository's own. */
  inside: path.default(''),
  /** The branch that was made for it, and the one that it began at; null: no branch was checked out there. */
  branch: name,
  base: name.nullable(),
  /** What it is compared with; after a squash what was merged. */
  commit,
  /** Set while it is made or removed: a crash leaves it so. */
  going: z.enum(['making', 'removing']).exactOptional(),
  /** While it is made: what is not committed in the project's folder is to be copied into it. */
  bring: z.boolean().exactOptional(),
  /** The last merge, to be undone while nothing came after. `from`: what it was compared with before. */
  merged: z.looseObject({ before: commit, after: commit, from: commit }).exactOptional(),
  /** Set while a merge is made or undone. Whether the base has `after` decides which of the two it came to; `head`: what was merged. */
  merging: z.looseObject({ before: commit, after: commit, head: commit }).exactOptional(),
});
export type ConversationWorktree = z.infer<typeof worktreeSchema>;

/** Stands for what cannot be read: no folder fits it, so nothing works in another one unasked. */
export const unreadableWorktree: ConversationWorktree = {
  host: '',
  path: '',
  repository: '',
  inside: '',
  branch: '',
  base: null,
  commit: '0'.repeat(40),
};

/** Of a conversation's worktree, what a view needs. */
export interface ShownWorktree {
  path: string;
  branch: string;
  base: string | null;
}

export function shownWorktree({ path: at, branch, base }: ConversationWorktree): ShownWorktree {
  return { path: at, branch, base };
}
