// Selects the rows to mount: visible ones and some before and after. Pure: heights and positions in pixels, rows by
// index.

/** Distance from the end of the loaded rows, in pixels, at which more load; rows within it are therefore kept. */
export const near = 1600;

/**
 * Overscan before and after the view, as a fraction of it; rows are laid out again when less than the second fraction
 * is left.
 */
const drawn = 1;
export const needed = 0.4;
/**
 * Max distance, in views, between the previous position and the end for rendering everything between, while a request
 * may hold the view above the end.
 */
const maxHeld = 5;

export interface RowSpan {
  from: number;
  /** Exclusive end. */
  to: number;
}

/** Start of each row, followed by the end of the last. */
export function rowOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) as number) + height);
  return offsets;
}

/** The row at this position; the last one for positions below all rows. */
export function rowAt(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows that intersect a range of positions. */
export function rowsBetween(offsets: readonly number[], top: number, bottom: number): RowSpan {
  const count = offsets.length - 1;
  if (count <= 0) return { from: 0, to: 0 };
  return { from: rowAt(offsets, top), to: Math.min(count, rowAt(offsets, bottom) + 1) };
}

export function covers(outer: RowSpan, inner: RowSpan): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

/**
 * `height`: of the view. `at`: its position before. `waits`: a request holds a view that follows the end above it.
 * `idle`: no run is active.
 */
export interface View {
  total: number;
  height: number;
  at: number;
  atEnd: boolean;
  waits: boolean;
  idle: boolean;
}

/** The positions to render. A view that follows the end gets there before anything is painted. */
export function rangeToDraw({ total, height, at, atEnd, waits, idle }: View): { top: number; bottom: number } {
  const over = height * drawn;
  if (!atEnd) return { top: at - over, bottom: at + height + over };
  const end = total - height;
  const isHeldAbove = waits && end - at <= height * maxHeld;
  // While rows rush past, few of them are rendered.
  const above = !idle && !isHeldAbove && end - at > height ? height * needed : over;
  return { top: (isHeldAbove ? Math.min(at, end) : end) - above, bottom: total + over };
}
