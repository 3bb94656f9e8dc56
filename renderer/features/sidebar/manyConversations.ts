// Archives or deletes several conversations one by one; a single toast reports the result and undoes all of it.

import type { AppError } from '../../../shared/core/errors.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';

const words = lateStrings.selecting;

type Method = 'conversation.organise' | 'conversation.delete' | 'conversation.restore';

/** Returns the ids that succeeded. Continues after an error and reports the first. */
async function each(
  { actions }: Session,
  ids: readonly string[],
  method: Method,
  more: { archived?: boolean } = {},
): Promise<string[]> {
  const done: string[] = [];
  let wrong: AppError | null = null;
  for (const conversationId of ids) {
    const answer = await actions.call(method, { conversationId, ...more });
    if (answer.ok) done.push(conversationId);
    else wrong ??= answer.error;
  }
  if (wrong) actions.report(wrong);
  return done;
}

export async function setManyArchived(session: Session, ids: readonly string[], archived: boolean): Promise<void> {
  // Undo must not move those that were already there.
  const rows = session.app.store.getState().snapshot?.conversations ?? [];
  const there = new Set(rows.flatMap((row) => (row.archived === archived ? row.id : [])));
  const others = ids.filter((id) => !there.has(id));
  const done = await each(session, others, 'conversation.organise', { archived });
  if (done.length === 0) return;
  const message = archived ? words.archived(done.length) : words.unarchived(done.length);
  const run = (): void => void each(session, done, 'conversation.organise', { archived: !archived });
  session.toasts.show({ tone: 'info', message, action: { label: strings.sidebar.undo, isUndo: true, run } });
}

export async function removeMany(session: Session, ids: readonly string[]): Promise<void> {
  // Saves drafts, so that undo restores them too.
  session.drafts.flush();
  const shownId = session.conversation.store.getState().id;
  // Undo must not put it in the place of the other side.
  const wasAlone = session.panes.other() === null;
  const done = await each(session, ids, 'conversation.delete');
  if (done.length === 0) return;
  for (const pane of session.panes.store.getState().shown) {
    const { id } = pane.conversation.store.getState();
    if (id !== null && done.includes(id) && !session.panes.leave(pane)) pane.actions.newChat();
  }
  const run = async (): Promise<void> => {
    const back = await each(session, done.toReversed(), 'conversation.restore');
    if (wasAlone && shownId !== null && back.includes(shownId)) session.actions.show(shownId);
    if (back.length > 0) session.actions.say(words.restored(back.length));
  };
  const action = { label: strings.sidebar.undo, isUndo: true, run: () => void run() };
  session.toasts.show({ tone: 'info', message: words.deleted(done.length), action });
}
