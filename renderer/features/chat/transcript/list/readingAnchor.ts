// Keeps the reading position: records where visible elements are whenever the page is at rest, and after a change
// scrolls by as much as they moved. Positions are relative to the scroll content, so scrolling by the user is not
// movement.

interface Mark {
  element: Element;
  top: number;
}

export interface ReadingAnchor {
  marks: Mark[];
  /** The first element that begins in view, at any depth: the anchor for zoom changes. */
  begins: Mark | null;
  /** The zoom at that time. */
  zoom: string;
  /** Keys of the first and last visible rows. */
  first: string | null;
  last: string | null;
}

export const nowhere: ReadingAnchor = { marks: [], begins: null, zoom: '', first: null, last: null };

/** Max depth to search within a row for an element that begins in view. */
const deepest = 10;

/** `rows`: the mounted rows, in order. */
export function readingPosition(scroller: HTMLElement, rows: Iterable<HTMLElement>): ReadingAnchor {
  const view = scroller.getBoundingClientRect();
  const bottom = view.top + scroller.clientHeight;
  const shift = scroller.scrollTop - view.top;
  const marks: Mark[] = [];
  // Elements that begin above the view are the last choice, since they may grow out of sight.
  const above: Mark[] = [];
  let begins: Mark | null = null;
  let first: string | null = null;
  let last: string | null = null;
  for (const row of rows) {
    const box = row.getBoundingClientRect();
    if (box.height === 0 || box.bottom <= view.top + 1) continue;
    if (box.top >= bottom) break;
    const key = row.dataset.key ?? null;
    first ??= key;
    last = key;
    begins ??= box.top < view.top ? firstBegun(row, view.top, bottom) : { element: row, top: box.top };
    if (box.top < view.top) {
      const inner = firstInView(row, view.top, bottom);
      if (inner) marks.push(inner);
      above.push({ element: row, top: box.top });
    } else marks.push({ element: row, top: box.top });
  }
  marks.push(...above);
  // A copy, since it may be one of the marks.
  if (begins) begins = { ...begins, top: begins.top + shift };
  for (const mark of marks) mark.top += shift;
  return { marks, begins, zoom: zoomNow(), first, last };
}

/** Scrolls visible content back to where it was. Removed elements are skipped for those below them. */
export function restorePosition(scroller: HTMLElement, { marks, begins, zoom }: ReadingAnchor): void {
  const other = begins?.element.isConnected && zoom !== zoomNow() ? begins : null;
  const mark = other ?? marks.find(({ element }) => element.isConnected);
  if (!mark) return;
  const shift = scroller.scrollTop - scroller.getBoundingClientRect().top;
  const moved = mark.element.getBoundingClientRect().top + shift - mark.top;
  if (Math.abs(moved) > 0.4) scroller.scrollTop += moved;
}

/** The first element that begins in view inside a row that starts above; in an undivided row, that part. */
function firstInView(row: Element, top: number, bottom: number): Mark | null {
  let element = row;
  for (let level = 0; level < deepest; level++) {
    const next = childAt(element, top);
    if (!next) return null;
    const box = next.getBoundingClientRect();
    if (box.top >= top) return box.top < bottom ? { element: next, top: box.top } : null;
    element = next;
  }
  return null;
}

function childAt(element: Element, top: number): Element | null {
  for (const child of element.children) {
    const box = child.getBoundingClientRect();
    if (box.height > 0 && box.bottom > top + 1) return child;
  }
  return null;
}

/**
 * The first element that begins in view inside a row that starts above: within the part at the top, otherwise after it.
 */
function firstBegun(within: Element, top: number, bottom: number, level = deepest): Mark | null {
  if (level === 0) return null;
  for (const element of within.children) {
    const box = element.getBoundingClientRect();
    if (box.height === 0 || box.bottom <= top + 1) continue;
    if (box.top >= top) return box.top < bottom ? { element, top: box.top } : null;
    const inner = firstBegun(element, top, bottom, level - 1);
    if (inner) return inner;
  }
  return null;
}

function zoomNow(): string {
  return document.documentElement.style.getPropertyValue('--zoom') || '1';
}
