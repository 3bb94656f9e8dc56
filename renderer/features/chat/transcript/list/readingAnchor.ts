// What is read stays where it is, whatever comes and goes around it: where the things in view stand is noted each time the
// page is at rest, and after a change the page is scrolled by as much as they have moved. Places are measured from the top of
// what scrolls, so that scrolling by a person is no movement.

interface Mark {
  element: Element;
  top: number;
}

export interface ReadingAnchor {
  marks: Mark[];
  /** The first thing that begins in view, at any depth: what is read when all sizes become others. */
  begins: Mark | null;
  /** The size of everything then. */
  zoom: string;
  /** Keys of the first and the last row in view. */
  first: string | null;
  last: string | null;
}

export const nowhere: ReadingAnchor = { marks: [], begins: null, zoom: '', first: null, last: null };

/** Levels inside of a row that are looked through for something that begins in view. */
const deepest = 10;

/** `rows`: the rows that are drawn, in their order. */
export function readingPlace(scroller: HTMLElement, rows: Iterable<HTMLElement>): ReadingAnchor {
  const view = scroller.getBoundingClientRect();
  const bottom = view.top + scroller.clientHeight;
  const shift = scroller.scrollTop - view.top;
  const marks: Mark[] = [];
  // What begins above is the last to go by: it may grow above the view.
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
  // A copy: it may be one of the marks.
  if (begins) begins = { ...begins, top: begins.top + shift };
  for (const mark of marks) mark.top += shift;
  return { marks, begins, zoom: zoomNow(), first, last };
}

/** Scrolls so that what was in view is where it was. What is gone is passed over for what stood below it. */
export function restorePlace(scroller: HTMLElement, { marks, begins, zoom }: ReadingAnchor): void {
  const other = begins?.element.isConnected && zoom !== zoomNow() ? begins : null;
  const mark = other ?? marks.find(({ element }) => element.isConnected);
  if (!mark) return;
  const shift = scroller.scrollTop - scroller.getBoundingClientRect().top;
  const moved = mark.element.getBoundingClientRect().top + shift - mark.top;
  if (Math.abs(moved) > 0.4) scroller.scrollTop += moved;
}

/** What begins inside of a row that began above; in a row of one piece that piece. */
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

/** What begins in view in a row that began above: in the piece at the top, else after that. */
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
