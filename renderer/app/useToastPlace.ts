// Where toasts stand: in the corner at the foot of the window where there is room beside the text, else over the field where
// the rows end before, as in a short conversation, else at the head of the page, over what was said before: the field that is written in, the last rows and what waits for an answer stay free. A
// dialog or another page has none of these, and the corner is theirs.

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels from the edge of the window, and between things. */
const edge = 12;
const apart = 8;

export interface Span {
  top: number;
  bottom: number;
}

/** One of the two, in pixels from that edge of the window. */
export type ToastOffset = { bottom: number } | { top: number };

export interface Around {
  /** Where the field is written in; null: there is none. */
  field: { top: number; right: number } | null;
  /** Where the rows are scrolled; null: there are none. */
  log: Span | null;
  /** Where the last row ends. */
  end: number;
  /** What is over the rows at their head. */
  head: number;
  /** The buttons of what waits for the person. */
  answers: readonly Span[];
  /** The toasts as they are. */
  left: number;
  height: number;
  windowHeight: number;
}

export const corner: ToastOffset = { bottom: edge };

/** Pure. At the head too the buttons of what waits stay free. */
export function toastPlace(around: Around): ToastOffset {
  const { field, log, end, head, answers, left, height, windowHeight } = around;
  if (!field || field.right <= left) return corner;
  const above: ToastOffset = { bottom: Math.max(edge, windowHeight - field.top + apart) };
  if (!log || end <= field.top - apart - height) return above;
  const top = log.top + apart + head;
  const covers = (from: number): boolean => answers.some((span) => span.top < from + height && span.bottom > from);
  return covers(top) && !covers(field.top - apart - height) ? above : { top };
}

/** `over`: a dialog covers the page. */
export function useToastPlace(region: RefObject<HTMLElement | null>, shown: boolean, over: boolean): ToastOffset {
  const [place, setPlace] = useState<ToastOffset>(corner);
  useLayoutEffect(() => {
    if (!shown || over) return setPlace(corner);
    const look = (): void => {
      const next = toastPlace(around(region.current));
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    // The field grows and goes, panels and pages come, something begins to wait: each changes the size of something in the frame.
    const seen = new ResizeObserver(look);
    const watch = (): void => {
      seen.disconnect();
      const places = 'main, [data-composer-place], [role="log"], [role="log"] > *';
      for (const node of document.querySelectorAll(places)) seen.observe(node);
      if (region.current) seen.observe(region.current);
      look();
    };
    const frame = document.querySelector('main')?.parentElement;
    const changed = new MutationObserver(watch);
    if (frame) changed.observe(frame, { childList: true });
    const page = document.querySelector('main');
    if (page) changed.observe(page, { childList: true });
    document.addEventListener('scroll', look, { capture: true, passive: true });
    watch();
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      seen.disconnect();
      changed.disconnect();
    };
  }, [region, shown, over]);
  return place;
}

function around(region: HTMLElement | null): Around {
  const log = document.querySelector('[role="log"]');
  const answers = log?.querySelectorAll('[data-waits-for] [data-answers], [data-waits-for] form') ?? [];
  return {
    field: document.querySelector('[data-composer-place]')?.getBoundingClientRect() ?? null,
    log: log?.getBoundingClientRect() ?? null,
    end: log?.firstElementChild?.getBoundingClientRect().bottom ?? 0,
    head: document.querySelector('[data-way-back]') ? 36 : 0,
    answers: [...answers].map((element) => element.getBoundingClientRect()),
    left: region?.getBoundingClientRect().left ?? 0,
    height: region?.getBoundingClientRect().height ?? 0,
    windowHeight: window.innerHeight,
  };
}
