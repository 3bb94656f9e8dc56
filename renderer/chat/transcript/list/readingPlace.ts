// What is read stays where it is, whatever comes and goes around it: where the things in view stand is noted each time the
// page is at rest, and after a change the page is scrolled by as much as they have moved. Places are measured from the top of
// what scrolls, so that scrolling by a person is no movement.

export interface ReadingPlace {
  marks: { element: Element; top: number }[];
  /** Keys of the first and the last row in view. */
  first: string | null;
  last: string | null;
}

export const nowhere: ReadingPlace = { marks: [], first: null, last: null };

/** Levels inside of a row that are looked through for something that begins in view. */
const deepest = 10;

/** `rows`: the rows that are drawn, in their order. */
export function readingPlace(scroller: HTMLElement, rows: Iterable<HTMLElement>): ReadingPlace {
  const view = scroller.getBoundingClientRect();
  const bottom = view.top + scroller.clientHeight;
  const shift = scroller.scrollTop - view.top;
  const marks: ReadingPlace['marks'] = [];
  // What begins above is the last to go by: it may grow above the view.
  const above: ReadingPlace['marks'] = [];
  let first: string | null = null;
  let last: string | null = null;
  for (const row of rows) {
    const box = row.getBoundingClientRect();
    if (box.height === 0 || box.bottom <= view.top + 1) continue;
    if (box.top >= bottom) break;
    const key = row.dataset.key ?? null;
    first ??= key;
    last = key;
    if (box.top < view.top) {
      const inner = firstInView(row, view.top, bottom);
      if (inner) marks.push(inner);
      above.push({ element: row, top: box.top });
    } else marks.push({ element: row, top: box.top });
  }
  marks.push(...above);
  for (const mark of marks) mark.top += shift;
  return { marks, first, last };
}

/** Scrolls so that what was in view is where it was. What is gone is passed over for what stood below it. */
export function restorePlace(scroller: HTMLElement, { marks }: ReadingPlace): void {
  const mark = marks.find(({ element }) => element.isConnected);
  if (!mark) return;
  const shift = scroller.scrollTop - scroller.getBoundingClientRect().top;
  const moved = mark.element.getBoundingClientRect().top + shift - mark.top;
  if (Math.abs(moved) > 0.4) scroller.scrollTop += moved;
}

/** What begins inside of a row that began above: in the piece at the top of the view, else after that. */
function firstInView(
  within: Element,
  top: number,
  bottom: number,
  level = deepest,
): { element: Element; top: number } | null {
  if (level === 0) return null;
  for (const element of within.children) {
    const box = element.getBoundingClientRect();
    if (box.height === 0 || box.bottom <= top + 1) continue;
    if (box.top >= top) return box.top < bottom ? { element, top: box.top } : null;
    const inner = firstInView(element, top, bottom, level - 1);
    if (inner) return inner;
  }
  return null;
}
