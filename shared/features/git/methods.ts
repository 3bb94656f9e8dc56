// git.*: what a repository contains and what the user does with it: stage, commit, branch, push, pull request, conflicts.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import type {
  GitBranch,
  GitConflictSides,
  GitDiff,
  GitLastCommit,
  GitPullDone,
  GitPullRequestDone,
  GitPullRequestOffer,
  GitStatus,
} from './git.ts';

/** The conversation's folder; without a conversation, the project's. */
const place = { projectId: id.nullable().default(null), conversationId: conversationId.nullable().default(null) };
const file = z.string().min(1).max(8192);
/** A renamed file counts twice. */
const files = z.array(file).min(1).max(2000);
const side = z.enum(['staged', 'unstaged']);
const seen = z.string().max(100);
const hunk = z.object({ file, index: z.number().int().min(0).max(100_000), seen });
const message = z.string().trim().min(1).max(50_000);
const name = z.string().trim().min(1).max(250);
/** Names the `git.progress` events of a call. */
const watch = z.string().max(100).default('');

export const gitMethods = {
  'git.status': defineMethod<GitStatus>()('none', z.object(place)),
  'git.diff': defineMethod<GitDiff>()('none', z.object({ ...place, file, from: file.nullable().default(null), side })),
  'git.stage': defineMethod<Nothing>()('none', z.object({ ...place, files })),
  'git.unstage': defineMethod<Nothing>()('none', z.object({ ...place, files })),
  'git.stageAll': defineMethod<Nothing>()('none', z.object(place)),
  'git.unstageAll': defineMethod<Nothing>()('none', z.object(place)),
  'git.stageHunk': defineMethod<Nothing>()('none', z.object({ ...place, hunk })),
  'git.unstageHunk': defineMethod<Nothing>()('none', z.object({ ...place, hunk })),
  /** Discards unstaged changes; the token undoes it until the app ends. */
  'git.discard': defineMethod<{ token: string }>()('none', z.object({ ...place, files })),
  'git.discardHunk': defineMethod<{ token: string }>()('none', z.object({ ...place, hunk })),
  'git.undoDiscard': defineMethod<Nothing>()('none', z.object({ ...place, token: id })),
  /** Runs no hook and doesn't sign. An amendment names the commit it replaces (`seen`). GIT_FAILED with `details.identity`: git needs an author. */
  'git.commit': defineMethod<{ commit: string }>()(
    'none',
    z.object({ ...place, message, amend: z.boolean().default(false), seen: seen.default('') }),
  ),
  'git.lastCommit': defineMethod<GitLastCommit>()('none', z.object(place)),
  /** Sets the author for this repository only. */
  'git.setAuthor': defineMethod<Nothing>()('none', z.object({ ...place, name, email: name })),
  /** Asks the conversation's model for a message for the staged changes. */
  'git.proposeMessage': defineMethod<{ message: string }>()('none', z.object({ ...place, conversationId })),
  'git.branches': defineMethod<{ branches: GitBranch[]; count: number }>()('none', z.object(place)),
  'git.switch': defineMethod<Nothing>()('none', z.object({ ...place, branch: name, create: z.boolean() })),
  /** Puts all changes aside, also new files. */
  'git.stash': defineMethod<{ commit: string }>()('none', z.object(place)),
  /** Restores the newest stash if it still is `seen`; after a conflict, it is kept. */
  'git.popStash': defineMethod<{ hasConflicts: boolean }>()('none', z.object({ ...place, seen })),
  /** Must be confirmed outside of the window, once for each address. `left`: refs that could not be recorded, at most 20. */
  'git.fetch': defineMethod<{ changed: number; left: string[]; leftCount: number }>()(
    'none',
    z.object({ ...place, remote: name, watch }),
  ),
  /** Fetches the branch's upstream and joins it with the branch. Confirmed as a fetch. */
  'git.pull': defineMethod<GitPullDone>()(
    'none',
    z.object({ ...place, mode: z.enum(['fastForward', 'merge']), watch }),
  ),
  /** Never forces. Must be confirmed outside of the window. */
  'git.push': defineMethod<{ notes: UserTextData[] }>()('none', z.object({ ...place, remote: name, watch })),
  'git.pullRequestOffer': defineMethod<GitPullRequestOffer>()('none', z.object({ ...place, remote: name })),
  /** Pushes the branch first. Must be confirmed outside of the window. */
  'git.openPullRequest': defineMethod<GitPullRequestDone>()(
    'none',
    z.object({
      ...place,
      remote: name,
      base: name,
      title: z.string().trim().min(1).max(500),
      body: z.string().max(50_000),
      draft: z.boolean(),
    }),
  ),
  'git.conflict': defineMethod<GitConflictSides>()('none', z.object({ ...place, file })),
  /** `take` null: the file as it is now is the resolution. */
  'git.resolve': defineMethod<Nothing>()(
    'none',
    z.object({ ...place, file, take: z.enum(['ours', 'theirs']).nullable() }),
  ),
  /** Abandons a merge and restores the state before it. */
  'git.abort': defineMethod<Nothing>()('none', z.object(place)),
} as const;

/** Git's progress during a transfer, such as `Receiving objects`; `percent` null: unknown. */
export type GitEvent = { type: 'git.progress'; watch: string; step: string; percent: number | null };
