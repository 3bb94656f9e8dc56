// Whether the user has seen all of a call before allowing it: every line of its preview and every reason was on the screen, from
// the first to the last without a gap. A user who lands at its end has to scroll back to its beginning.

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Marks an element that must be seen. */
const mustSee = '[data-must-see]';
/** Tolerance in pixels for rounded sizes. */
const nearly = 4;
/** In pixels, about a line. */
const overlap = 24;

interface Seen {
  /** Pixels from the top that were on the screen without a gap. */
  to: number;
  width: number;
}

interface SeenWhole {
  isSeen: boolean;
  /** Scrolls to what has not been seen. */
  next(): void;
}

/** `isNeeded` false: counts as seen. */
export function useSeenWhole(place: RefObject<HTMLElement | null>, isNeeded: boolean): SeenWhole {
  const [isSeen, setSeen] = useState(false);
  const parts = useRef(new Map<HTMLElement, Seen>());
  useEffect(() => {
    const box = place.current;
    if (!box || !isNeeded || isSeen) return;
    const seen = parts.current;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      if (document.visibilityState !== 'visible') return;
      const all = [...box.querySelectorAll<HTMLElement>(mustSee)];
      for (const part of all) seen.set(part, withVisible(part, seen.get(part)));
      if (all.every((part) => isWhole(part, seen.get(part)))) setSeen(true);
    };
    const lookSoon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const ended = new AbortController();
    const options = { capture: true, passive: true, signal: ended.signal };
    for (const event of ['scroll', 'resize', 'focus']) window.addEventListener(event, lookSoon, options);
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(box);
    // Something above may grow or shrink without a scroll event.
    const places = new IntersectionObserver(lookSoon, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    for (const part of box.querySelectorAll(mustSee)) places.observe(part);
    lookSoon();
    return () => {
      ended.abort();
      sizes.disconnect();
      places.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [place, isNeeded, isSeen]);
  const next = useCallback(() => {
    for (const [part, seen] of parts.current) {
      if (!part.isConnected || isWhole(part, seen)) continue;
      // A little of what was seen stays in view, to read on. Where a container cannot scroll further, the next one can.
      for (let box: HTMLElement | null = scroller(part); box; box = box.parentElement && scroller(box)) {
        const before = box.scrollTop;
        const from = part.getBoundingClientRect().top + seen.to - overlap;
        box.scrollBy({ top: from - visibleSlice(box).top, behavior: 'instant' });
        if (box.scrollTop !== before || box === document.documentElement) return;
      }
      return;
    }
  }, []);
  return { isSeen: isSeen || !isNeeded, next };
}

function withVisible(part: HTMLElement, before: Seen | undefined): Seen {
  const box = part.getBoundingClientRect();
  const { top, bottom } = visibleSlice(part);
  // Other widths break the lines elsewhere.
  const to = before && Math.abs(before.width - box.width) < 1 ? before.to : 0;
  const from = top - box.top;
  return { width: box.width, to: bottom > top && from <= to + nearly ? Math.max(to, bottom - box.top) : to };
}

function isWhole(part: HTMLElement, seen: Seen | undefined): boolean {
  return seen !== undefined && seen.to >= part.getBoundingClientRect().height - nearly;
}

/** The part of the element that the window and everything that scrolls leave visible. */
function visibleSlice(part: HTMLElement): { top: number; bottom: number } {
  let { top, bottom } = part.getBoundingClientRect();
  top = Math.max(top, 0);
  bottom = Math.min(bottom, innerHeight);
  for (let box = scrollParent(part); box; box = scrollParent(box)) {
    const clip = box.getBoundingClientRect();
    top = Math.max(top, clip.top);
    bottom = Math.min(bottom, clip.bottom);
  }
  return { top, bottom };
}

function scrollParent(of: HTMLElement): HTMLElement | null {
  for (let box = of.parentElement; box && box !== document.body; box = box.parentElement)
    if (getComputedStyle(box).overflowY !== 'visible') return box;
  return null;
}

/** The nearest container with something to scroll. */
function scroller(of: HTMLElement): HTMLElement {
  for (let box = scrollParent(of); box; box = scrollParent(box))
    if (box.scrollHeight > box.clientHeight + 1) return box;
  return document.documentElement;
}
