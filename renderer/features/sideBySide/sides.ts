// Opens, closes and arranges the two panes of the window. The second pane's session is made when it is first needed, and kept
// when it is closed, so that the text of its new chat is still there.

import type { Beside, Side } from '../../../shared/features/sideBySide/beside.ts';
import type { ReadingPosition } from '../../core/state/conversationStore.ts';
import type { Panes } from '../../core/state/panes.ts';
import type { Session } from '../../core/state/session.ts';
import { composerElement, focusAfter, paneElement, transcriptElement } from '../../ui/focus.ts';
import { guardKeys } from '../../ui/guardKeys.ts';
import { arranged } from './layout.ts';
import { shareView } from './sharedView.ts';

/** Makes the pane that is not shown, or returns it. */
function spare(panes: Panes): Session {
  const { shown } = panes.store.getState();
  const closed = panes.made.find((pane) => !shown.includes(pane));
  if (closed) return closed;
  const pane = panes.add();
  shareView(panes.current().view, pane.view);
  panes.close = closeSide;
  closeSideOfGone(panes);
  return pane;
}

/** Shows the spare pane on a side of the only one. */
function addSide(panes: Panes, side: Side, isFocused: boolean): Session {
  const only = panes.current();
  const pane = spare(panes);
  panes.store.setState({
    ...arranged(panes.made, side === 'right' ? [only, pane] : [pane, only]),
    focused: isFocused ? pane : only,
  });
  return pane;
}

/** Opens a conversation next to the focused one; null: a new chat. If it is shown already, its side gets the focus. */
export function openBeside({ panes }: Session, conversationId: string | null, side: Side = 'right'): void {
  const from = panes.current();
  const { shown } = panes.store.getState();
  // Another new chat is made only next to a single one.
  const candidates = conversationId === null && shown.length === 1 ? [] : [from, ...shown];
  const showing = candidates.find(({ conversation }) => conversation.store.getState().id === conversationId);
  const pane = showing ?? panes.other() ?? addSide(panes, side, true);
  focusSide(pane);
  if (conversationId !== null) pane.actions.show(conversationId);
  else if (pane !== showing) pane.actions.newChat(projectOf(from));
  else pane.view.setState({ page: 'chat', sheet: null });
}

/** Opens a conversation in one of two panes. If the other one shows it already, they change places. */
export function openOnSide(session: Session, conversationId: string, side: Side): void {
  const { panes } = session;
  const target = panes.store.getState().shown.find((pane) => panes.isLeft(pane) === (side === 'left'));
  if (!target) return;
  const pane = panes.paneFor(target, conversationId);
  if (pane !== target) swapSides(session);
  focusSide(pane);
  pane.actions.show(conversationId);
}

/** The new chat works in the folder that the user is working in. */
function projectOf({ conversation, view }: Session): string | null | undefined {
  const { state } = conversation.store.getState();
  return state ? state.projectId : view.getState().newChat.projectId;
}

/** After a reload or a restart. The focus stays where it is. */
export function restoreBeside(panes: Panes, { conversationId, side }: Beside, reading: ReadingPosition | null): void {
  const { shown } = panes.store.getState();
  const isShown =
    conversationId !== null && shown.some(({ conversation }) => conversation.store.getState().id === conversationId);
  const { conversations = [] } = panes.current().app.store.getState().snapshot ?? {};
  if (
    shown.length > 1 ||
    isShown ||
    (conversationId !== null && !conversations.some(({ id }) => id === conversationId))
  )
    return;
  const pane = addSide(panes, side, false);
  if (conversationId !== null) pane.actions.showLast({ conversationId, reading });
}

/**
 * Closes a side; the other one then has the window. `byUser`: otherwise the user may be typing in it, and these keys must not
 * reach the other one, where they could answer an approval.
 */
export function closeSide(pane: Session, byUser = true): void {
  const { panes } = pane;
  const { shown } = panes.store.getState();
  const rest = shown.find((one) => one !== pane);
  if (!rest || !shown.includes(pane)) return;
  const hadFocus = panes.isFocused(pane) && paneElement()?.contains(document.activeElement);
  pane.drafts.flush();
  panes.store.setState({ ...arranged(panes.made, [rest]), focused: rest });
  // Its conversation is followed no longer, and a message that is being sent opens nothing here.
  const { page } = rest.view.getState();
  pane.actions.newChat(pane.view.getState().newChat.projectId);
  rest.view.setState({ page });
  if (hadFocus && byUser) focusSide(rest);
  else if (hadFocus) {
    guardKeys(window, false);
    transcriptElement()?.focus({ preventScroll: true });
  }
}

export function swapSides({ panes }: Session): void {
  panes.store.setState(({ isReversed }) => ({ isReversed: !isReversed }));
}

/** Counts the moves: a later one replaces what an earlier one still has to do. */
let moves = 0;

/** Moves the keyboard there, now and after a palette or menu has returned the focus to where it was. */
export function focusSide(pane: Session): void {
  const { panes } = pane;
  const move = ++moves;
  const focus = (): void => {
    focusAfter(
      () => panes.focus(pane),
      () => composerElement() ?? paneElement(),
    );
  };
  focus();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (move !== moves) return;
      const isHere = paneElement()?.contains(document.activeElement);
      if (!panes.isFocused(pane) || !isHere) focus();
    }),
  );
}

/** Closes the side of a conversation that is deleted or archived, here or in another window. Call once. */
function closeSideOfGone(panes: Panes): void {
  const { app, connection } = panes.current();
  const closeOf = (conversationId: string): void => {
    const { shown } = panes.store.getState();
    const pane = shown.find(({ conversation }) => conversation.store.getState().id === conversationId);
    if (pane && shown.length > 1) closeSide(pane, false);
  };
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId === null && event.type === 'conversation.unlisted') closeOf(event.conversationId);
  });
  app.store.subscribe(({ snapshot }, { snapshot: before }) => {
    if (!snapshot || !before || snapshot.conversations === before.conversations) return;
    for (const { conversation } of panes.store.getState().shown) {
      const { id } = conversation.store.getState();
      const isArchived = (rows: typeof snapshot.conversations): boolean | undefined =>
        rows.find((row) => row.id === id)?.archived;
      if (id !== null && isArchived(snapshot.conversations) && isArchived(before.conversations) === false) closeOf(id);
    }
  });
}
