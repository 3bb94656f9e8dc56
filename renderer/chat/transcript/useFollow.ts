// The view follows what is new only while the reader is at the end. Going up ends it, coming back to the end begins it
// again, and so does a click on what is marked `data-follows`; what is read never moves away.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface Follow {
  /** False while there is something below that the reader does not see. */
  atEnd: boolean;
  toEnd(): void;
  onScroll(): void;
}

/** How near to the end still counts as being there, in pixels. */
const near = 40;
/** How long after a click a change of size counts as its doing. */
const touchMs = 300;

export function useFollow(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): Follow {
  const following = useRef(true);
  const lastTop = useRef(0);
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = true;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
    setAtEnd(true);
  }, [scroller]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    const wentUp = element.scrollTop < lastTop.current - 1;
    lastTop.current = element.scrollTop;
    if (distance <= near) following.current = true;
    else if (wentUp) following.current = false;
    setAtEnd(following.current);
  }, [scroller]);

  useLayoutEffect(toEnd, [toEnd]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    // What the person opens or closes stays where it is: they are reading it now.
    let touchedAt = Number.NEGATIVE_INFINITY;
    const onTouch = ({ target }: Event): void => {
      // Whoever asks for the rest wants to see it come.
      if (target instanceof Element && target.closest('[data-follows]')) toEnd();
      else touchedAt = performance.now();
    };
    const observer = new ResizeObserver(() => {
      const touched = performance.now() - touchedAt < touchMs;
      if (touched) following.current = element.scrollHeight - element.scrollTop - element.clientHeight <= near;
      if (following.current && !touched) {
        element.scrollTop = element.scrollHeight;
        lastTop.current = element.scrollTop;
      } else {
        setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= near);
      }
    });
    inner.addEventListener('click', onTouch, true);
    observer.observe(inner);
    observer.observe(element);
    return () => {
      observer.disconnect();
      inner.removeEventListener('click', onTouch, true);
    };
  }, [scroller, content, toEnd]);

  return { atEnd, toEnd, onScroll };
}
