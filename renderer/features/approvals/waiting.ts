// Navigates to waiting requests: in the current conversation, else in the next one that has any.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { Session } from '../../core/state/session.ts';
import { focusComposer, focusedPane } from '../../ui/focus.ts';

/** Conversations with waiting requests, the current one first, then another open one. */
export function waitingIds({ app, conversation, panes }: Session): string[] {
  const rows = (app.store.getState().snapshot?.conversations ?? []).filter(({ activity }) => activity === 'waiting');
  const listed = rows.flatMap(({ id }) => id ?? []);
  // A request reaches the page of its conversation before the list.
  const open = [conversation, ...panes.store.getState().shown.map((pane) => pane.conversation)];
  const here = open.flatMap(({ store }) => {
    const { id, state } = store.getState();
    return id !== null && (asks(state) || listed.includes(id)) ? [id] : [];
  });
  return [...new Set([...here, ...listed])];
}

function asks(state: ConversationState | null): boolean {
  return state?.calls.some(({ approval, question }) => approval || question) ?? false;
}

const patienceMs = 3_000;

export function goToWaiting(from: Session): void {
  const { page, dialog } = from.view.getState();
  const isOnPage = page === 'activity' && dialog === null;
  if ((isOnPage || dialog?.type === 'compare') && focusNextPlace(isOnPage ? 'main' : '[data-compare]')) return;
  const [first] = waitingIds(from);
  if (first === undefined) return;
  const session = from.panes.paneFor(from, first);
  const isElsewhere = dialog?.type === 'compare' && dialog.conversationId !== first;
  session.view.setState({ page: 'chat', sheet: null, paletteOpen: false, ...(isElsewhere ? { dialog: null } : {}) });
  session.panes.focus(session);
  session.actions.show(first);
  const until = performance.now() + patienceMs;
  let hasLooked = false;
  const look = (): void => {
    const { id, state } = session.conversation.store.getState();
    // Not its own: one of its compared answers waits, in their dialog.
    if (!hasLooked && id === first && state && !asks(state)) {
      hasLooked = true;
      void import('./waitingAnswer.ts').then(({ showWaitingAnswer }) => showWaitingAnswer(session, state));
    }
    const box = waitingPlace();
    if (box) {
      box.focus({ preventScroll: true });
      box.scrollIntoView({ block: 'nearest' });
    } else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The dialog with compared answers, else the focused conversation. */
function viewInFront(): ParentNode {
  return document.querySelector('[data-compare]') ?? focusedPane();
}

/** The combined list, if there is one; otherwise the first box. */
function waitingPlace(): HTMLElement | null {
  const view = viewInFront();
  const together = view.querySelector<HTMLElement>('[data-waiting-together]');
  if (together && !together.contains(document.activeElement)) return together;
  return view.querySelector<HTMLElement>('[data-waits-for]');
}

/** In a view with requests of several conversations: the next place after the focus, wrapping around. */
function focusNextPlace(view: string): boolean {
  const places = [...document.querySelectorAll<HTMLElement>(`${view} :is([data-waiting-together], [data-waits-for])`)];
  const visible = places.filter((place) => place.checkVisibility());
  const active = document.activeElement;
  const isAfter = (place: HTMLElement): boolean =>
    active !== null &&
    !place.contains(active) &&
    (active.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = visible.find(isAfter) ?? visible[0];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

// Moves the focus after a question was answered and its buttons disappeared: to the next waiting one, else to the
// composer. Does nothing if the user has moved on.

/** `answered`: the answered box, which may be gone. */
export function focusNextWaiting(answered: HTMLElement | null): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active !== answered) return;
  const boxes = [...viewInFront().querySelectorAll<HTMLElement>('[data-waits-for]')].filter((box) => box !== answered);
  const follows = (box: HTMLElement): boolean =>
    answered !== null && (answered.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = boxes.find(follows) ?? boxes[0];
  if (!next) focusComposer();
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
