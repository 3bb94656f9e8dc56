// Where the view has to stand so that a person sees what waits for them, whole and with its buttons. Pure: lengths in
// pixels, places from the top of what scrolls.

export interface Span {
  top: number;
  bottom: number;
}

export interface Viewport {
  /** What is scrolled past. */
  top: number;
  height: number;
}

/** Between a box and the edge that it stands at. */
const margin = 12;

/** What is taller than the view is seen when its end is: there its buttons are. */
export function isSeen({ top, height }: Viewport, box: Span): boolean {
  if (box.bottom > top + height + 1) return false;
  return box.top >= top - 1 || (box.bottom - box.top > height && box.bottom > top);
}

/** Where a view of this height shows the box; of one that is too tall, its end. */
export function topFor(height: number, { top, bottom }: Span): number {
  const fits = bottom - top + margin <= height;
  return Math.max(0, fits ? top - margin : bottom + margin - height);
}

/** Where a view that follows goes: to the end, but not past what waits. `end`: the furthest it can go. */
export function followTop(end: number, height: number, waiting: Span | null): number {
  return waiting ? Math.min(end, topFor(height, waiting)) : end;
}
