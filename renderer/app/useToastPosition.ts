// Positions the toasts at the bottom left: above the sidebar's footer or, without a sidebar, above the composer at its left
// edge. The element below moves up, so that toasts cover no row, field or pending question. Over a dialog, they use the
// corner; below one, they stay where they are.

import { type RefObject, useLayoutEffect, useState } from 'react';
import { focusedPane } from '../ui/focus.ts';

/** Distance in pixels to the edge of the window, and to other elements. */
const edge = 12;
const apart = 8;
/** Maximum width in pixels. */
const widest = 352;

export interface ToastPosition {
  left: number;
  bottom: number;
  width: number;
  /** Beyond it, the stack scrolls. */
  maxHeight: number;
}

/** An element that toasts are placed above, in window pixels. */
interface Ground {
  left: number;
  width: number;
  top: number;
}

/** @internal */
export interface Around {
  /** The sidebar's footer; null without a sidebar. */
  sidebar: Ground | null;
  /** The composer; null without one. */
  field: Ground | null;
  windowWidth: number;
  windowHeight: number;
}

/** Pure. `on`: the element below. @internal */
export function toastPosition({ sidebar, field, windowWidth, windowHeight }: Around): {
  on: 'sidebar' | 'field' | null;
  position: ToastPosition;
} {
  const above = ({ left, width, top }: Ground, inset: number, share: number): ToastPosition => ({
    left: left + inset,
    bottom: Math.max(edge, windowHeight - top + apart),
    width: Math.min(widest, width - 2 * inset),
    maxHeight: Math.round(windowHeight * share),
  });
  if (sidebar) return { on: 'sidebar', position: above(sidebar, apart, 0.5) };
  if (field) return { on: 'field', position: above(field, 0, 0.4) };
  const width = Math.min(widest, windowWidth - 2 * edge);
  return { on: null, position: { left: edge, bottom: edge, width, maxHeight: Math.round(windowHeight * 0.5) } };
}

/** `over`: they are shown above a dialog. */
export function useToastPosition(
  region: RefObject<HTMLElement | null>,
  isShown: boolean,
  over: boolean,
): ToastPosition {
  const [position, setPosition] = useState<ToastPosition>(() => toastPosition(around(over)).position);
  useLayoutEffect(() => {
    let ground: HTMLElement | null = null;
    const make = (room: number): void => {
      if (ground) ground.style.marginTop = room > 0 ? `${room}px` : '';
    };
    const look = (): void => {
      const { on, position: next } = toastPosition(around(over));
      const now = on === null ? null : placeOf(on);
      if (now !== ground) make(0);
      ground = now;
      const height = isShown ? (region.current?.getBoundingClientRect().height ?? 0) : 0;
      make(height > 0 ? Math.ceil(height) + 2 * apart : 0);
      setPosition((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
    };
    if (!isShown) return;
    // Follows changes in size: of the composer, sidebar, pages and toasts.
    const observer = new ResizeObserver(look);
    const watch = (): void => {
      observer.disconnect();
      for (const node of document.querySelectorAll(`main, ${selectors.field}, ${selectors.sidebar}`))
        observer.observe(node);
      if (region.current) observer.observe(region.current);
      look();
    };
    const changed = new MutationObserver(watch);
    const page = document.querySelector('main');
    for (const node of [page?.parentElement, page]) if (node) changed.observe(node, { childList: true });
    watch();
    return () => {
      make(0);
      observer.disconnect();
      changed.disconnect();
    };
  }, [region, isShown, over]);
  return position;
}

const selectors = { sidebar: '[data-sidebar-foot]', field: '[data-composer-place]' };

function placeOf(place: keyof typeof selectors): HTMLElement | null {
  const within = place === 'field' ? focusedPane() : document;
  return within.querySelector<HTMLElement>(selectors[place]);
}

/** A sidebar that overlays the page as a sheet counts as a dialog. */
function around(over: boolean): Around {
  const ground = (place: keyof typeof selectors): Ground | null => {
    const element = over ? null : placeOf(place);
    if (element === null || element.closest('[role="dialog"]') !== null) return null;
    const { left, width } = (element.querySelector('[data-composer-box]') ?? element).getBoundingClientRect();
    return { left, width, top: element.getBoundingClientRect().top };
  };
  return {
    sidebar: ground('sidebar'),
    field: ground('field'),
    windowWidth: window.innerWidth,
    windowHeight: window.innerHeight,
  };
}
