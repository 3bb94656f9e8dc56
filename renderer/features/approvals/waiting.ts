// Navigates to waiting requests: in the current conversation, else in the next one that has any.

import type { Session } from '../../core/state/session.ts';
import { focusComposer } from '../../ui/focus.ts';

/** Conversations with waiting requests, the current one first. */
export function waitingIds({ app, conversation }: Session): string[] {
  const { id, state } = conversation.store.getState();
  const here = state?.calls.some(({ approval, question }) => approval || question) ?? false;
  const others = (app.store.getState().snapshot?.conversations ?? [])
    .filter((row) => row.activity === 'waiting' && row.id !== id)
    .map((row) => row.id);
  return here && id !== null ? [id, ...others] : others;
}

const patienceMs = 3_000;

export function goToWaiting(session: Session): void {
  if (session.view.getState().page === 'activity' && focusNextPlace()) return;
  const [first] = waitingIds(session);
  if (first === undefined) return;
  session.view.setState({ page: 'chat', sheet: null, paletteOpen: false });
  session.actions.show(first);
  const until = performance.now() + patienceMs;
  const look = (): void => {
    const box = waitingPlace();
    if (box) {
      box.focus({ preventScroll: true });
      box.scrollIntoView({ block: 'nearest' });
    } else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The combined list, if there is one; otherwise the first box. */
function waitingPlace(): HTMLElement | null {
  const together = document.querySelector<HTMLElement>('[data-waiting-together]');
  if (together && !together.contains(document.activeElement)) return together;
  return document.querySelector<HTMLElement>('[data-waits-for]');
}

/** On a page with requests of several conversations: the next place after the focus, wrapping around. */
function focusNextPlace(): boolean {
  const places = [...document.querySelectorAll<HTMLElement>('main :is([data-waiting-together], [data-waits-for])')];
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
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-waits-for]')].filter((box) => box !== answered);
  const follows = (box: HTMLElement): boolean =>
    answered !== null && (answered.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = boxes.find(follows) ?? boxes[0];
  if (!next) focusComposer();
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
