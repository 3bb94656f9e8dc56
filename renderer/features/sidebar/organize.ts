// Pins and archives a conversation. An archived one leaves the list, so a toast says so and offers to undo it.

import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';

export async function organize(
  session: Pick<Session, 'app' | 'actions' | 'panes' | 'toasts' | 'view'>,
  conversationId: string,
  change: { pinned?: boolean; archived?: boolean },
): Promise<void> {
  const { app, actions, panes, toasts, view } = session;
  const words = strings.sidebar;
  const row = app.store.getState().snapshot?.conversations.find(({ id }) => id === conversationId);
  const answer = await actions.call('conversation.organise', { conversationId, ...change });
  if (!answer.ok) return actions.report(answer.error);
  if (!change.archived) return;
  if (panes.shows(conversationId)) panes.leave(panes.paneFor(panes.current(), conversationId));
  const run = (): void => void organize(session, conversationId, { archived: false });
  const message = words.archived(row?.title || words.untitled);
  toasts.show({
    tone: 'info',
    message,
    while: ({ conversations }) => conversations.some(({ id, archived }) => id === conversationId && archived),
    action: { label: words.undo, isUndo: true, run },
  });
  // Asks what to do with its worktree.
  if (row?.worktree) view.setState({ dialog: { type: 'worktree', conversationId, act: 'remove', archived: true } });
}
