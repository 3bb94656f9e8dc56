// Selects the rows to mount: visible ones and some before and after. Pure: heights and positions in pixels, rows by
// index.

/** Distance from the end of the loaded rows, in pixels, at which more load; rows within it are therefore kept. */
export const near = 1600;

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
