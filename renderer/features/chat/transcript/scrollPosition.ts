// Scroll positions at which a waiting request is fully visible with its buttons. Pure: pixels, relative to the top of
// the scroll content.

export interface Span {
  top: number;
  bottom: number;
}

export interface Viewport {
  /** Scroll offset. */
  top: number;
  height: number;
}

/** Between a box and the edge of the view. */
const margin = 12;

/** A box taller than the view counts as seen when its end, with the buttons, is visible. */
export function isInView({ top, height }: Viewport, box: Span): boolean {
  if (box.bottom > top + height + 1) return false;
  return box.top >= top - 1 || (box.bottom - box.top > height && box.bottom > top);
}

/** Scroll position that shows the box or, if too tall, its end. */
export function scrollTopFor(height: number, { top, bottom }: Span): number {
  const fits = bottom - top + margin <= height;
  return Math.max(0, fits ? top - margin : bottom + margin - height);
}

/** Target of following: the end, but not past a waiting request. `end`: the max scroll offset. */
export function followScrollTop(end: number, height: number, waiting: Span | null): number {
  return waiting ? Math.min(end, scrollTopFor(height, waiting)) : end;
}
