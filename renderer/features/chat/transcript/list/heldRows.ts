// Rows that stay drawn when they are out of view, because something in them would be lost: the focus, a form that is filled
// in, an open menu, or a part of the selected text.

const held = ':focus-within, :has([data-waits-for], form, textarea, [aria-haspopup][data-state="open"])';
/** Selected rows beyond this are copied as far as they are drawn. */
const maxSelected = 300;

/** Keys of rows among those that are drawn now. */
export function heldRows(rows: Iterable<HTMLElement>): string[] {
  return [...rows].flatMap((row) => (row.dataset.key !== undefined && row.matches(held) ? row.dataset.key : []));
}

/** The keys of the rows between the ends of the selection; null: no text of these rows is selected. */
export function selectedEnds(list: HTMLElement): { from: string; to: string } | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const from = rowKeyOf(list, range.startContainer);
  const to = rowKeyOf(list, range.endContainer);
  return from !== null && to !== null ? { from, to } : null;
}

/** Places of the rows that the selection goes through. */
export function selectedSpan(keys: readonly string[], ends: { from: string; to: string } | null): number[] {
  if (!ends) return [];
  const from = keys.indexOf(ends.from);
  const to = keys.indexOf(ends.to);
  if (from < 0 || to < from || to - from > maxSelected) return [from, to].filter((at) => at >= 0);
  return Array.from({ length: to - from + 1 }, (_one, index) => from + index);
}

/** The row that it is in. */
export function rowKeyOf(list: HTMLElement, node: Node): string | null {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>('[data-key]');
  return row && list.contains(row) ? (row.dataset.key ?? null) : null;
}
