// Comments on lines of a review: stored next to the conversation until they are sent, and compared with the file as it is
// now, so that the user sees when their lines have changed.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import {
  type CommentState,
  type CommentWithState,
  maxCommentedLength,
  maxComments,
  type ReviewComment,
} from '../../../shared/features/review/review.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { workingFolders } from '../../chat/undo/undoScope.ts';
import { decodeSide } from './lines/textSide.ts';
import type { WorkingFiles } from './sources/workingFiles.ts';

type Store = ChatDeps['store'];

/** Above this many lines, text that moved is not searched for. */
const maxSearchedLines = 50_000;

export async function listComments(
  { store, files }: { store: Store; files: WorkingFiles },
  conversationId: string,
): Promise<Result<{ comments: CommentWithState[] }>> {
  const { comments } = await store.readReview(conversationId);
  if (comments.length === 0) return ok({ comments: [] });
  const branch = await store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const place = await workingFolders({ store }, branch.value);
  const texts = new Map<string, readonly string[] | null>();
  const listed: CommentWithState[] = [];
  for (const comment of comments) {
    if (place.ok && !texts.has(comment.path))
      texts.set(comment.path, await linesNow(files, place.value.folder, comment.path));
    listed.push(located(comment, texts.get(comment.path) ?? null));
  }
  return ok({ comments: listed });
}

async function linesNow(files: WorkingFiles, folder: string, path: string): Promise<readonly string[] | null> {
  const bytes = await files.contentAt(folder, path).catch(() => null);
  return bytes === null ? null : ((await decodeSide(bytes))?.texts ?? null);
}

/** `lines`: of the file as it is now; null if it is not a text file any more. */
function located({ id, path, side, start, end, lines: about, text }: ReviewComment, lines: readonly string[] | null) {
  const comment = { id, path, side, start, end, lines: about, text };
  const as = (state: CommentState, at = start): CommentWithState => ({
    ...comment,
    start: at,
    end: at + end - start,
    state,
  });
  if (side === 'old') {
    // Deleted lines are as they were, unless they are in the file again.
    const isBack = lines !== null && about.trim().length > 3 && placeOf(lines, about, end - start + 1, start) === start;
    return as(isBack ? 'restored' : 'current');
  }
  if (lines === null) return as('gone');
  if (textAt(lines, start, end) === about) return as('current');
  const moved = about.trim() === '' ? null : placeOf(lines, about, end - start + 1, start);
  return moved === null ? as('changed') : as('moved', moved);
}

/** As a comment stores it. */
function textAt(lines: readonly string[], start: number, end: number): string {
  return lines
    .slice(start - 1, Math.min(end, start + maxCommentedLength))
    .join('\n')
    .slice(0, maxCommentedLength);
}

/** The place nearest to `near` with this text. */
function placeOf(lines: readonly string[], about: string, count: number, near: number): number | null {
  if (lines.length > maxSearchedLines) return null;
  const [first] = about.split('\n');
  let best: number | null = null;
  for (let at = 1; at + count - 1 <= lines.length; at++) {
    if (best !== null && Math.abs(at - near) >= Math.abs(best - near)) continue;
    if (lines[at - 1]?.startsWith(first as string) && textAt(lines, at, at + count - 1) === about) best = at;
  }
  return best;
}

export async function saveComment(
  store: Store,
  conversationId: string,
  comment: ReviewComment,
): Promise<Result<Record<string, never>>> {
  const { comments } = await store.readReview(conversationId);
  if (comments.length >= maxComments && !comments.some(({ id }) => id === comment.id))
    return fail('NOT_SUPPORTED', say`There are already ${String(maxComments)} comments. Send them first.`);
  const saved = await store.updateReview(conversationId, (notes) => {
    const at = notes.comments.findIndex(({ id }) => id === comment.id);
    return {
      ...notes,
      comments: at < 0 ? [...notes.comments, { ...comment }] : notes.comments.with(at, { ...comment }),
    };
  });
  return saved.ok ? ok({}) : saved;
}

export async function removeComments(
  store: Store,
  conversationId: string,
  ids: readonly string[],
): Promise<Result<Record<string, never>>> {
  const saved = await store.updateReview(conversationId, (notes) => ({
    ...notes,
    comments: notes.comments.filter(({ id }) => !ids.includes(id)),
  }));
  return saved.ok ? ok({}) : saved;
}
