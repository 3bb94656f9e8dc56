// Where the keyboard goes when a question was answered and its buttons are gone: to the next one that waits, else to where
// the person writes. Who has gone elsewhere meanwhile stays there.

import { focusComposer } from '../../ui/focusComposer.ts';

/** `answered`: the box that was answered, which may be gone. */
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
