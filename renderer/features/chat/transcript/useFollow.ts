// The view follows what is new only while the reader is at the end. Going up ends it, coming back to the end begins it
// again, and so does a click on what is marked `data-follows`; what is read never moves away. What waits for the person is
// not followed past: the view stops where all of its box is seen, until the person scrolls on.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { spanOf, type WaitingOut, type WaitsFor, waitingBoxes, waitingOut } from './waitingBoxes.ts';
import { followTop, topFor } from './waitingPlace.ts';

export interface Follow {
  /** False while there is something below that the reader does not see. */
  atEnd: boolean;
  /** What waits for the person and is not in view; null: nothing. */
  waiting: WaitingOut | null;
  toEnd(): void;
  toWaiting(): void;
  onScroll(): void;
  /** The view is held at the end now: nothing else may scroll it. */
  isHeld(): boolean;
  /** Ends following: the reader was brought somewhere else. */
  leave(): void;
}

/** What stands below the rows that are shown. */
export interface Below {
  /** False: the reader is brought somewhere else at once. */
  startAtEnd: boolean;
  /** Another one for each thing that waits for the person; empty while nothing does. */
  waitingKey: string;
  /** What waits, while its row is not shown because the reader is away from the end. */
  waitsBelow: WaitsFor | null;
  /** The rows end before the conversation does. */
  hasLater: boolean;
  /** Nothing comes at the end: what is read stays where it is when the size of everything changes. */
  idle: boolean;
  /** Shows the rows of the end. */
  showEnd: () => void;
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

export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { startAtEnd, waitingKey, waitsBelow, hasLater, idle, showEnd }: Below,
): Follow {
  const following = useRef(startAtEnd);
  /** When the person last opened or closed something: what they read then stays where it is. */
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const more = useRef(hasLater);
  more.current = hasLater;
  const rests = useRef(idle);
  rests.current = idle;
  const lastTop = useRef(0);
  /** When rows last came or went, and when the person last used what scrolls. */
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  /** The box that the person has scrolled away from: the view is not held at it again. */
  const passed = useRef<Element | null>(null);
  const [atEnd, setAtEnd] = useState(startAtEnd);
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
    touchedAt.current = Number.NEGATIVE_INFINITY;
    if (more.current) showEnd();
    followNow(element);
    setAtEnd(true);
  }, [scroller, followNow, showEnd]);

  const isTouched = useCallback(() => performance.now() - touchedAt.current < touchMs, []);
  const isHeld = useCallback(() => following.current && !more.current && !isTouched(), [isTouched]);
  const leave = useCallback(() => {
    const element = scroller.current;
    following.current = false;
    setAtEnd(element !== null && endIsNear(element) && !more.current);
  }, [scroller]);

  const toWaiting = useCallback(() => {
    const element = scroller.current;
    const box = element && waitingBoxes(element)[0];
    if (!element) return;
    passed.current = null;
    if (!box) return toEnd();
    go(element, topFor(element.clientHeight, spanOf(element, box)));
    box.focus({ preventScroll: true });
  }, [scroller, go, toEnd]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const moved = element.scrollTop - lastTop.current;
    const now = performance.now();
    const byItself = now - changedAt.current < settleMs && now - inputAt.current > inputMs;
    if (moved < -1 && following.current && byItself) return followNow(element);
    lastTop.current = element.scrollTop;
    if (endIsNear(element) && !more.current) following.current = true;
    else if (moved < -1 || more.current) following.current = false;
    if (Math.abs(moved) > 1) passed.current = waitingBoxes(element)[0] ?? null;
    setAtEnd(following.current);
    look(element);
  }, [scroller, look, followNow]);

  useZoomed(
    useCallback(() => {
      if (rests.current) following.current = false;
    }, []),
  );

  // A page that shows another place of the conversation stays there.
  const begin = useRef(startAtEnd);
  useLayoutEffect(() => {
    if (begin.current && !more.current) toEnd();
    else leave();
    begin.current = true;
  }, [toEnd, leave]);

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
    const onTouch = ({ target }: Event): void => {
      if (!(target instanceof Element)) return;
      // Whoever asks for the rest wants to see it come; who answers goes on as before.
      if (target.closest('[data-follows]')) toEnd();
      else if (!target.closest('[data-answers]')) touchedAt.current = performance.now();
    };
    const observer = new ResizeObserver(() => {
      const isNear = endIsNear(element) && !more.current;
      if (isTouched()) following.current = isNear;
      if (isHeld()) {
        followNow(element);
      } else {
        setAtEnd(isNear);
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
  }, [scroller, content, toEnd, followNow, look, isHeld, isTouched]);

  const below = waitsBelow === null ? null : { waitsFor: waitsBelow, above: false };
  return { atEnd: atEnd && !hasLater, waiting: waiting ?? below, toEnd, toWaiting, onScroll, isHeld, leave };
}

function endIsNear({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= near;
}

/** Calls back when everything is drawn in another size, before it is laid out anew. */
function useZoomed(changed: () => void): void {
  useEffect(() => {
    const zoomNow = (): string => document.documentElement.style.getPropertyValue('--zoom');
    let zoom = zoomNow();
    const look = (): void => {
      const now = zoomNow();
      if (now === zoom) return;
      zoom = now;
      changed();
    };
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [changed]);
}
