// The boxes on the page in which something waits for the person, the first one first.

import { isSeen, type Span } from './waitingPlace.ts';

export type WaitsFor = 'approval' | 'question';

export interface WaitingOut {
  waitsFor: WaitsFor;
  /** It stands above what is in view. */
  above: boolean;
}

export function waitingBoxes(scroller: HTMLElement): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-waits-for]')];
}

/** From the top of what scrolls. */
export function spanOf(scroller: HTMLElement, box: Element): Span {
  const { top, bottom } = box.getBoundingClientRect();
  const offset = scroller.scrollTop - scroller.getBoundingClientRect().top;
  return { top: top + offset, bottom: bottom + offset };
}

/** What waits while none of its boxes is in view whole; null: one is, or nothing waits. */
export function waitingOut(scroller: HTMLElement): WaitingOut | null {
  const boxes = waitingBoxes(scroller);
  const [first] = boxes;
  if (!first) return null;
  const view = { top: scroller.scrollTop, height: scroller.clientHeight };
  if (boxes.some((box) => isSeen(view, spanOf(scroller, box)))) return null;
  const waitsFor = first.dataset.waitsFor === 'question' ? 'question' : 'approval';
  return { waitsFor, above: spanOf(scroller, first).top < view.top };
}
