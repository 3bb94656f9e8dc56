// Follows new content while the reader is at the end. Scrolling up stops following; returning to the end, or clicking
// something marked `data-follows`, resumes it. Never scrolls past a waiting request: the view stops where its box is
// fully visible, until the user scrolls on.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followScrollTop, scrollTopFor } from './scrollPosition.ts';
import { type OffscreenRequest, offscreenRequest, spanOf, type WaitsFor, waitingBoxes } from './waitingBoxes.ts';

export interface Follow {
  /** False while there is unseen content below. */
  atEnd: boolean;
  /** The waiting request out of view; null: none. */
  waiting: OffscreenRequest | null;
  toEnd(): void;
  toWaiting(): void;
  onScroll(): void;
  /** True while the view is held at the end, so nothing else may scroll it. */
  isHeld(): boolean;
  /** Stops following, because the reader was moved elsewhere. */
  leave(): void;
}

/** Content below the loaded rows. */
export interface Below {
  /** False: the reader starts elsewhere. */
  startAtEnd: boolean;
  /** Changes with each waiting request; empty if there is none. */
  waitingKey: string;
  /** The kind of waiting request, while its row is not loaded because the reader is away from the end. */
  waitsBelow: WaitsFor | null;
  /** The conversation continues after the loaded rows. */
  hasLater: boolean;
  /** Nothing arrives at the end, so the reading position is kept when the zoom changes. */
  idle: boolean;
  /** Loads the rows at the end. */
  showEnd: () => void;
}

/** Max distance from the end that still counts as being there, in pixels. */
const near = 40;
/** Max time after a click in which a resize counts as its effect. */
const touchMs = 300;
/**
 * A replacement row is small until it renders: the browser scrolls up with it, and never back down. Within this time of
 * such a change, scrolling up without user input does not stop following.
 */
const settleMs = 150;
const inputMs = 1000;
/** Events of scrolling by the user. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const;

export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { startAtEnd, waitingKey, waitsBelow, hasLater, idle, showEnd }: Below,
): Follow {
  const following = useRef(startAtEnd);
  /** Time of the user's last toggle, after which the reading position stays. */
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const more = useRef(hasLater);
  more.current = hasLater;
  const rests = useRef(idle);
  rests.current = idle;
  const lastTop = useRef(0);
  /** Time of the last row change, and of the last user input in the scroll container. */
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  /** The box that the user scrolled past; the view is not held at it again. */
  const passed = useRef<Element | null>(null);
  const [atEnd, setAtEnd] = useState(startAtEnd);
  const [waiting, setWaiting] = useState<OffscreenRequest | null>(null);

  const look = useCallback((element: HTMLElement): void => {
    const out = offscreenRequest(element);
    setWaiting((current) => (current?.waitsFor === out?.waitsFor && current?.above === out?.above ? current : out));
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
      go(element, followScrollTop(element.scrollHeight - element.clientHeight, element.clientHeight, span));
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
    go(element, scrollTopFor(element.clientHeight, spanOf(element, box)));
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

  // A page that opens elsewhere in the conversation stays there.
  const begin = useRef(startAtEnd);
  useLayoutEffect(() => {
    if (begin.current && !more.current) toEnd();
    else leave();
    begin.current = true;
  }, [toEnd, leave]);

  // A request may appear without a resize, or right after a click; a reader at the end sees it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each waiting request
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
      // Clicking such a control means wanting to see the result; answering continues as before.
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

/** Calls back after a zoom change, before the next layout. */
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
