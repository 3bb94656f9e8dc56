// Notifies elements when they come near the view and when they leave it. One observer per text, rooted at the nearest
// scroll container.

import { type RefObject, useEffect, useState } from 'react';

/** Calls back on each change; the returned function stops it. */
export type Watch = (element: Element, onChange: (near: boolean) => void) => () => void;

/** Distance from the view at which elements render, in both directions. */
const margin = '1600px 0px';

export function useVisibilityWatch(within: RefObject<Element | null>, enabled: boolean): Watch | null {
  const [watch, setWatch] = useState<Watch | null>(null);
  useEffect(() => {
    const element = within.current;
    if (!enabled || !element || typeof IntersectionObserver === 'undefined') return;
    const watched = new Map<Element, (near: boolean) => void>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
      },
      { root: scrollerOf(element), rootMargin: margin },
    );
    const begin: Watch = (target, onChange) => {
      watched.set(target, onChange);
      observer.observe(target);
      return () => {
        watched.delete(target);
        observer.unobserve(target);
      };
    };
    setWatch(() => begin);
    return () => {
      observer.disconnect();
      setWatch(null);
    };
  }, [within, enabled]);
  return watch;
}

function scrollerOf(element: Element): Element | null {
  for (let above = element.parentElement; above; above = above.parentElement) {
    const { overflowY } = getComputedStyle(above);
    if (overflowY === 'auto' || overflowY === 'scroll') return above;
  }
  return null;
}

/** True if part of the user's selection is in the element, which then must keep its nodes. */
export function holdsSelection(element: Element): boolean {
  // A selection's own properties force a layout, a range's don't.
  const selection = getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  return range !== null && !range.collapsed && range.intersectsNode(element);
}
