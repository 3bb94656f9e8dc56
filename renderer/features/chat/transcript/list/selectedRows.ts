// Rows that stay mounted out of view because unmounting would lose something: focus, form input, an open menu, or part
// of the selection.

const keptSelector = ':focus-within, :has([data-waits-for], form, textarea, [aria-haspopup][data-state="open"])';
/** Selections of more rows are copied only as far as rendered. */
const maxSelected = 300;

/** Keys of the held rows among the mounted ones. */
export function rowsToKeep(rows: Iterable<HTMLElement>): string[] {
  return [...rows].flatMap((row) =>
    row.dataset.key !== undefined && row.matches(keptSelector) ? row.dataset.key : [],
  );
}

/** Keys of the rows at the ends of the selection; null: the selection is elsewhere. */
export function selectionEnds(list: HTMLElement): { from: string; to: string } | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const from = rowKeyOf(list, range.startContainer);
  const to = rowKeyOf(list, range.endContainer);
  return from !== null && to !== null ? { from, to } : null;
}

/** Indexes of the rows in the selection. */
export function selectedSpan(keys: readonly string[], ends: { from: string; to: string } | null): number[] {
  if (!ends) return [];
  const from = keys.indexOf(ends.from);
  const to = keys.indexOf(ends.to);
  if (from < 0 || to < from || to - from > maxSelected) return [from, to].filter((at) => at >= 0);
  return Array.from({ length: to - from + 1 }, (_one, index) => from + index);
}

/** Key of the row that contains the node. */
export function rowKeyOf(list: HTMLElement, node: Node): string | null {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>('[data-key]');
  return row && list.contains(row) ? (row.dataset.key ?? null) : null;
}
