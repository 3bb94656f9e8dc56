// What moves in the list, and where the keyboard is when what it was at has gone.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** When the list last changed its order or its height: a click that was on its way then may be meant for something else. */
export function useMovedAt(list: RefObject<HTMLElement | null>, order: string): () => number {
  const at = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order has moved what is drawn
  useLayoutEffect(() => {
    at.current = performance.now();
  }, [order]);
  useEffect(() => {
    const content = list.current?.firstElementChild;
    if (!content) return;
    const sizes = new ResizeObserver(() => {
      at.current = performance.now();
    });
    sizes.observe(content);
    return () => sizes.disconnect();
  }, [list]);
  return useCallback(() => at.current, []);
}

/** The list has the keyboard at first, and again when what had it was answered and is gone. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    // Nothing is said to the page when what has the focus is taken away.
    const gone = new MutationObserver(() => {
      if (document.activeElement === null || document.activeElement === document.body)
        element.focus({ preventScroll: true });
    });
    gone.observe(element, { childList: true, subtree: true });
    return () => gone.disconnect();
  }, [list]);
}
