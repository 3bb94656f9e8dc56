// The review panel: changed files, undo of a part of them, and comments on their lines.

import { z } from 'zod';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { changeTarget } from '../undo/methods.ts';
import {
  type ChangedPath,
  type CommentWithState,
  maxCommentedLength,
  maxCommentLength,
  maxComments,
  type PartialUndo,
  type ReviewDiff,
  type ReviewList,
} from './review.ts';

const reviewTarget = z.union([
  changeTarget,
  z.object({ type: z.literal('conversation') }),
  // Git itself decides whether it is a commit.
  z.object({ type: z.literal('commit'), commit: z.string().min(1).max(250) }),
]);

const path = z.string().min(1).max(4_096);
const version = z.string().min(1).max(200);
const line = z.number().int().min(1).max(100_000_000);
const range = z.tuple([line, line]);
const selection = z.object({ removed: z.array(range).max(5_000), added: z.array(range).max(5_000) });
const place = { conversationId, target: reviewTarget, path };

const reviewComment = z.object({
  id,
  path,
  side: z.enum(['old', 'new']),
  start: line,
  end: line,
  lines: z.string().max(maxCommentedLength),
  text: z.string().min(1).max(maxCommentLength),
});

export const reviewMethods = {
  /** Returns the changed files without their diffs. */
  'review.list': defineMethod<ReviewList>()('none', z.object({ conversationId, target: reviewTarget })),
  /** Returns the paths of the files that the conversation changed, quickly. */
  'review.paths': defineMethod<{ files: ChangedPath[] }>()('none', z.object({ conversationId })),
  /** Returns a file's changes by line, from a line of the result on. `whole`: even if it is very long. */
  'review.diff': defineMethod<ReviewDiff>()(
    'none',
    z.object({
      ...place,
      ignoreWhitespace: z.boolean(),
      whole: z.boolean(),
      from: z.number().int().min(0).max(100_000_000),
    }),
  ),
  /** Returns an image before or after the change, in base64; null if there is none. */
  'review.image': defineMethod<{ base64: string | null }>()(
    'none',
    z.object({ ...place, version, side: z.enum(['old', 'new']) }),
  ),
  /** Undoes a file, or only the selected lines, if it is still of this version. */
  'review.undo': defineMethod<PartialUndo>()(
    'conversation',
    z.object({ ...place, version, ignoreWhitespace: z.boolean(), selection: selection.nullable() }),
  ),
  /** Reverts such an undo. */
  'review.redo': defineMethod<PartialUndo>()('conversation', z.object({ conversationId, messageId: id })),
  /** Marks a version of a file as viewed or not. */
  'review.view': defineMethod<Nothing>()(
    'conversation',
    z.object({ conversationId, path, version, isViewed: z.boolean() }),
  ),
  /** Returns the comments that have not been sent, and whether their lines have changed since. */
  'review.comments': defineMethod<{ comments: CommentWithState[] }>()('none', z.object({ conversationId })),
  /** Adds a comment, or replaces the one with its ID. */
  'review.comment': defineMethod<Nothing>()('conversation', z.object({ conversationId, comment: reviewComment })),
  'review.uncomment': defineMethod<Nothing>()(
    'conversation',
    z.object({ conversationId, ids: z.array(id).min(1).max(maxComments) }),
  ),
} as const;
