// Which conversations of the list are chosen together, by pointer and keyboard as in a list of files. Pure.

export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | null;
}

export const nothing: Selection = { ids: new Set(), anchor: null };

export function toggled({ ids }: Selection, id: string): Selection {
  const others = [...ids].filter((other) => other !== id);
  return { ids: new Set(ids.has(id) ? others : [...others, id]), anchor: id };
}

/** All from the anchor, else from `from`, to `id`, in the order of the list. */
export function reaching(selection: Selection, id: string, shown: readonly string[], from: string | null): Selection {
  const anchor = shown.includes(selection.anchor ?? '') ? selection.anchor : from;
  const begin = shown.indexOf(anchor ?? id);
  const end = shown.indexOf(id);
  if (end < 0) return selection;
  const [first, last] = begin < 0 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
  return { ids: new Set(shown.slice(first, last + 1)), anchor: begin < 0 ? id : anchor };
}

/** Without those that are no longer in the list. The same where all are. */
export function without(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
