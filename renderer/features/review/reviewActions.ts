// Undoing parts of a review and reverting that; sending its comments. Each reports the outcome.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { CommentWithState, PartialUndo } from '../../../shared/features/review/review.ts';
import type { Session } from '../../core/state/session.ts';
import { focusComposer } from '../../ui/focus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { waitForFolder } from '../undo/waitForFolder.ts';
import { commentMessage } from './commentMessage.ts';
import { plainPath } from './fileTree.ts';
import { reviewWords as words } from './words.ts';

export interface ReviewActions {
  undo(params: ParamsOf<'review.undo'>): Promise<boolean>;
  /** Reverts an undo, or an earlier revert. */
  redo(messageId: string, wasUndo?: boolean): Promise<boolean>;
  /** True if sent; the comments are then removed. */
  send(comments: readonly CommentWithState[]): Promise<boolean>;
  /** Adds them to the draft. */
  compose(comments: readonly CommentWithState[]): Promise<boolean>;
}

export function createReviewActions(session: Session, conversationId: string, reload: () => void): ReviewActions {
  const { actions, toasts, drafts } = session;

  async function change<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    again: () => void,
  ): Promise<ResultOf<M> | null> {
    const answer: Result<ResultOf<M>> = await actions.call(method, params);
    if (answer.ok) return answer.value;
    const { error } = answer;
    if (await waitForFolder(session, { conversationId, error, run: again })) return null;
    if (error.code === 'CONTENT_CHANGED')
      toasts.show({ tone: 'error', message: error.message, action: { label: words.reload, run: reload } });
    else actions.report(error);
    return null;
  }

  function say({ messageId, paths }: PartialUndo, wasUndo: boolean): void {
    const path = visibleText(plainPath(paths[0] ?? ''));
    toasts.show({
      tone: 'info',
      message: wasUndo ? words.undid(path) : words.redid(path),
      action: {
        label: wasUndo ? words.redo : words.undo,
        run: () => void redo(messageId, !wasUndo),
        isUndo: true,
      },
    });
  }

  async function undo(params: ParamsOf<'review.undo'>): Promise<boolean> {
    const done = await change('review.undo', params, () => void undo(params));
    if (done) say(done, true);
    reload();
    return done !== null;
  }

  async function redo(messageId: string, wasUndo = false): Promise<boolean> {
    const done = await change('review.redo', { conversationId, messageId }, () => void redo(messageId, wasUndo));
    if (done) say(done, wasUndo);
    reload();
    return done !== null;
  }

  async function forget(comments: readonly CommentWithState[]): Promise<void> {
    const removed = await actions.call('review.uncomment', { conversationId, ids: comments.map(({ id }) => id) });
    if (!removed.ok) actions.report(removed.error);
    reload();
  }

  return {
    undo,
    redo,
    async send(comments) {
      const sent = await actions.call('run.send', { conversationId, text: commentMessage(comments) });
      if (!sent.ok) {
        actions.report(sent.error);
        return false;
      }
      await forget(comments);
      actions.say(words.comments.sent(comments.length));
      return true;
    },
    async compose(comments) {
      const before = drafts.textOf(conversationId);
      const text = commentMessage(comments);
      drafts.write(conversationId, before.trim() === '' ? text : `${before}\n\n${text}`);
      drafts.flush();
      focusComposer();
      await forget(comments);
      return true;
    },
  };
}
