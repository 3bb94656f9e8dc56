// The arrangement of two panes: which is where, how wide they may be, and when only one fits. Pure.

/** Minimum width of a side in pixels at 100% zoom. */
export const minSideWidth = 320;

/** The share of the left side when nothing else was chosen. */
export const equalShare = 0.5;

interface Arrangement<Pane> {
  /** In the order in which they were made, so that none is rendered again when they change places. */
  shown: Pane[];
  isReversed: boolean;
}

/** `sides`: from left to right. */
export function arranged<Pane>(made: readonly Pane[], sides: readonly Pane[]): Arrangement<Pane> {
  const inOrder = made.filter((pane) => sides.includes(pane));
  return { shown: inOrder, isReversed: sides.length > 1 && inOrder[0] !== sides[0] };
}

/** `isNarrow`: the window is narrow. `width`: of the page with both sides, in pixels; `zoom`: 1 at 100%. */
export function isTooNarrow({ isNarrow, width, zoom }: { isNarrow: boolean; width: number; zoom: number }): boolean {
  return isNarrow || width < 2 * minSideWidth * zoom;
}

/** The left side's share of the page, so that each side keeps its minimum width. */
export function shareFor({ left, width, zoom }: { left: number; width: number; zoom: number }): number {
  const min = minSideWidth * zoom;
  if (width < 2 * min) return equalShare;
  return Math.max(min, Math.min(width - min, left)) / width;
}

/** A remembered share; null if it is none. */
export function readShare(text: string | null): number | null {
  const share = Number(text ?? Number.NaN);
  return share > 0 && share < 1 ? share : null;
}
