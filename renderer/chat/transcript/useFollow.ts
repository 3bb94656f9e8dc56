// The view follows what is new only while the reader is at the end. Going up ends it, coming back to the end begins it
// again, and so does a click on what is marked `data-follows`; what is read never moves away. What waits for the person is
// not followed past: the view stops where all of its box is seen, until the person scrolls on.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { spanOf, type WaitingOut, waitingBoxes, waitingOut } from './waitingBoxes.ts';
import { followTop, topFor } from './waitingPlace.ts';

export interface Follow {
  /** False while there is something below that the reader does not see. */
  atEnd: boolean;
  /** What waits for the person and is not in view; null: nothing. */
  waiting: WaitingOut | null;
  toEnd(): void;
  toWaiting(): void;
  onScroll(): void;
}

/** How near to the end still counts as being there, in pixels. */
const near = 40;
/** How long after a click a change of size counts as its doing. */
const touchMs = 300;
/**
 * A row that takes another's place is small until it is drawn: the browser goes up with it, and by itself never down again.
 * Within this time of such a change, without a hand of the person in it, going up is not theirs.
 */
const settleMs = 150;
const inputMs = 1000;
/** How a person scrolls. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const;

/** `waitingKey`: another one for each thing that waits for the person; empty while nothing does. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  waitingKey: string,
): Follow {
  const following = useRef(true);
  const lastTop = useRef(0);
  /** When rows last came or went, and when the person last used what scrolls. */
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  /** The box that the person has scrolled away from: the view is not held at it again. */
  const passed = useRef<Element | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [waiting, setWaiting] = useState<WaitingOut | null>(null);

  const look = useCallback((element: HTMLElement): void => {
    const out = waitingOut(element);
    setWaiting((known) => (known?.waitsFor === out?.waitsFor && known?.above === out?.above ? known : out));
  }, []);

  const go = useCallback(
    (element: HTMLElement, top: number): void => {
      element.scrollTop = top;
      lastTop.current = element.scrollTop;
      look(element);
    },
    [look],
  );

  const followNow = useCallback(
    (element: HTMLElement): void => {
      const box = waitingBoxes(element)[0];
      const span = box && box !== passed.current ? spanOf(element, box) : null;
      go(element, followTop(element.scrollHeight - element.clientHeight, element.clientHeight, span));
    },
    [go],
  );

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = true;
    followNow(element);
    setAtEnd(true);
  }, [scroller, followNow]);

  const toWaiting = useCallback(() => {
    const element = scroller.current;
    const box = element && waitingBoxes(element)[0];
    if (!element || !box) return;
    passed.current = null;
    go(element, topFor(element.clientHeight, spanOf(element, box)));
    box.focus({ preventScroll: true });
  }, [scroller, go]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    const moved = element.scrollTop - lastTop.current;
    const now = performance.now();
    const byItself = now - changedAt.current < settleMs && now - inputAt.current > inputMs;
    if (moved < -1 && following.current && byItself) return followNow(element);
    lastTop.current = element.scrollTop;
    if (distance <= near) following.current = true;
    else if (moved < -1) following.current = false;
    if (Math.abs(moved) > 1) passed.current = waitingBoxes(element)[0] ?? null;
    setAtEnd(following.current);
    look(element);
  }, [scroller, look, followNow]);

  useLayoutEffect(toEnd, [toEnd]);

  // What waits may come without a change of size, or right after a click: who was at the end sees it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each thing that waits
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (waitingKey !== '') passed.current = null;
    if (waitingKey !== '' && following.current) followNow(element);
    else look(element);
  }, [waitingKey]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    // What the person opens or closes stays where it is: they are reading it now.
    let touchedAt = Number.NEGATIVE_INFINITY;
    const onTouch = ({ target }: Event): void => {
      if (!(target instanceof Element)) return;
      // Whoever asks for the rest wants to see it come; who answers goes on as before.
      if (target.closest('[data-follows]')) toEnd();
      else if (!target.closest('[data-answers]')) touchedAt = performance.now();
    };
    const observer = new ResizeObserver(() => {
      const touched = performance.now() - touchedAt < touchMs;
      if (touched) following.current = element.scrollHeight - element.scrollTop - element.clientHeight <= near;
      if (following.current && !touched) {
        followNow(element);
      } else {
        setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= near);
        look(element);
      }
    });
    const mutations = new MutationObserver(() => {
      changedAt.current = performance.now();
    });
    const onInput = (event: Event): void => {
      if (event instanceof PointerEvent && event.buttons === 0) return;
      inputAt.current = performance.now();
    };
    for (const name of inputs) element.addEventListener(name, onInput, { passive: true });
    mutations.observe(inner, { childList: true });
    inner.addEventListener('click', onTouch, true);
    observer.observe(inner);
    observer.observe(element);
    return () => {
      observer.disconnect();
      mutations.disconnect();
      for (const name of inputs) element.removeEventListener(name, onInput);
      inner.removeEventListener('click', onTouch, true);
    };
  }, [scroller, content, toEnd, followNow, look]);

  return { atEnd, waiting, toEnd, toWaiting, onScroll };
}
