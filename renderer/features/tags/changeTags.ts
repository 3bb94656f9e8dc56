// Changes tags of any number of conversations in pieces, so that it can be stopped; what was done can be undone.

import type { AppError } from '../../../shared/core/errors.ts';
import type { TagChange } from '../../../shared/features/tags/methods.ts';
import { maxTaggedTogether } from '../../../shared/features/tags/tag.ts';
import type { Session } from '../../core/state/session.ts';
import { tagWords as words } from './words.ts';

interface Change {
  ids: readonly string[];
  add?: string[];
  remove?: string[];
}

interface Watch {
  /** For the toast that offers to undo it; absent: no toast. */
  message?(count: number): string;
  onProgress?(done: number): void;
  signal?: AbortSignal;
}

/** Returns false if any conversation could not be changed. */
export async function changeTags(
  session: Pick<Session, 'actions' | 'toasts'>,
  { ids, add = [], remove = [] }: Change,
  { message, onProgress, signal }: Watch = {},
): Promise<boolean> {
  const pieces: TagChange[][] = [];
  for (let at = 0; at < ids.length; at += maxTaggedTogether) {
    pieces.push([{ conversationIds: ids.slice(at, at + maxTaggedTogether), add, remove }]);
  }
  const { undo, isDone } = await send(session, pieces, onProgress, signal);
  const count = undo.flat().reduce((sum, { conversationIds }) => sum + conversationIds.length, 0);
  if (message && count > 0) {
    const run = (): void => void send(session, undo);
    session.toasts.show({
      tone: 'info',
      message: message(count),
      action: { label: words.undo, isUndo: true, run },
    });
  }
  return isDone;
}

async function send(
  { actions }: Pick<Session, 'actions'>,
  pieces: readonly TagChange[][],
  onProgress: (done: number) => void = () => {},
  signal?: AbortSignal,
): Promise<{ undo: TagChange[][]; isDone: boolean }> {
  const undo: TagChange[][] = [];
  let [done, failed] = [0, 0];
  let error: AppError | null = null;
  for (const changes of pieces) {
    if (signal?.aborted) break;
    const answer = await actions.call('tags.change', { changes });
    if (!answer.ok) {
      error ??= answer.error;
      break;
    }
    if (answer.value.undo.length > 0) undo.push(answer.value.undo);
    failed += answer.value.failed;
    error ??= answer.value.error;
    done += changes.reduce((sum, { conversationIds }) => sum + conversationIds.length, 0);
    onProgress(done);
  }
  if (error) actions.report(failed > 1 ? { ...error, message: words.failed(failed, error.message) } : error);
  return { undo, isDone: error === null };
}
