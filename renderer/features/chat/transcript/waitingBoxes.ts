// Boxes on the page that wait for the user, in order.

import { isInView, type Span } from './scrollPosition.ts';

export type WaitsFor = 'approval' | 'question';

export interface OffscreenRequest {
  waitsFor: WaitsFor;
  /** It is above the view. */
  above: boolean;
}

export function waitingBoxes(scroller: HTMLElement): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-waits-for]')];
}

/** Relative to the top of the scroll content. */
export function spanOf(scroller: HTMLElement, box: Element): Span {
  const { top, bottom } = box.getBoundingClientRect();
  const offset = scroller.scrollTop - scroller.getBoundingClientRect().top;
  return { top: top + offset, bottom: bottom + offset };
}

/** The waiting request if none of its boxes is fully in view; null otherwise. */
export function offscreenRequest(scroller: HTMLElement): OffscreenRequest | null {
  const boxes = waitingBoxes(scroller);
  const [first] = boxes;
  if (!first) return null;
  const view = { top: scroller.scrollTop, height: scroller.clientHeight };
  if (boxes.some((box) => isInView(view, spanOf(scroller, box)))) return null;
  const waitsFor = first.dataset.waitsFor === 'question' ? 'question' : 'approval';
  return { waitsFor, above: spanOf(scroller, first).top < view.top };
}
