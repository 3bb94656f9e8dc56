// Selection of conversations by pointer and keyboard, as in a file list. Pure.

export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of a range. */
  anchor: string | null;
}

export const noSelection: Selection = { ids: new Set(), anchor: null };

export function toggleInSelection({ ids }: Selection, id: string): Selection {
  const others = [...ids].filter((other) => other !== id);
  return { ids: new Set(ids.has(id) ? others : [...others, id]), anchor: id };
}

/** Selects the range from the anchor, or from `from` without one, to `id`, in list order. */
export function extendSelection(
  selection: Selection,
  id: string,
  visibleIds: readonly string[],
  from: string | null,
): Selection {
  const anchor = visibleIds.includes(selection.anchor ?? '') ? selection.anchor : from;
  const begin = visibleIds.indexOf(anchor ?? id);
  const end = visibleIds.indexOf(id);
  if (end < 0) return selection;
  const [first, last] = begin < 0 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
  return { ids: new Set(visibleIds.slice(first, last + 1)), anchor: begin < 0 ? id : anchor };
}

/** Removes conversations that are no longer listed. Returns the same object if all are. */
export function pruneSelection(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
