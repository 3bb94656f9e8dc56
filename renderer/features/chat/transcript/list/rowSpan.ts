// Which rows are drawn: those in view and some before and after. Pure: heights and places in pixels, rows by their place.

/** Pixels of rows before the end of what is loaded in which more is loaded, and which are therefore kept. */
export const near = 1600;

export interface RowSpan {
  from: number;
  /** The first one that is not drawn any more. */
  to: number;
}

/** Where each row begins, and last where all of them end. */
export function rowOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) as number) + height);
  return offsets;
}

/** The row at this place; the last one for what is below. */
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

/** The rows that touch what lies between two places. */
export function rowsBetween(offsets: readonly number[], top: number, bottom: number): RowSpan {
  const count = offsets.length - 1;
  if (count <= 0) return { from: 0, to: 0 };
  return { from: rowAt(offsets, top), to: Math.min(count, rowAt(offsets, bottom) + 1) };
}

export function covers(outer: RowSpan, inner: RowSpan): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}
