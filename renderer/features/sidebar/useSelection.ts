// The selection in the conversation list, and the clicks and keys that change it.

import { type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import { extendSelection, noSelection, pruneSelection, type Selection, toggleInSelection } from './selection.ts';

export interface ListSelection {
  ids: ReadonlySet<string>;
  /** Returns true if the click changed the selection; otherwise it opens the conversation. */
  pick(id: string, event: MouseEvent): boolean;
  /** Selects it from its menu. */
  choose(id: string): void;
  /** Returns true if it handled the key. `next`: the row that gets the focus. */
  onKey(event: KeyboardEvent, id: string | null, next: string | null): boolean;
  clear(): void;
}

/** `visibleIds`: the visible conversations, in list order. */
export function useSelection(visibleIds: readonly string[], current: string | null): ListSelection {
  const { view } = useSession();
  const [storedSelection, setSelection] = useState<Selection>(noSelection);
  const there = useMemo(() => new Set(visibleIds), [visibleIds]);
  // Collapsed or deleted conversations are deselected: bulk actions never affect invisible rows.
  const selection = useMemo(() => pruneSelection(storedSelection, (id) => there.has(id)), [storedSelection, there]);
  const now = useRef({ selection, shown: visibleIds, current });
  now.current = { selection, shown: visibleIds, current };
  const clear = useCallback(() => setSelection(noSelection), []);
  const choose = useCallback((id: string) => setSelection(toggleInSelection(now.current.selection, id)), []);
  const pick = useCallback((id: string, event: MouseEvent): boolean => {
    const { selection: before, shown: all, current: from } = now.current;
    if (event.shiftKey) setSelection(extendSelection(before, id, all, from));
    else if (event.ctrlKey || event.metaKey || before.ids.size > 0) setSelection(toggleInSelection(before, id));
    else return false;
    return true;
  }, []);
  const onKey = (event: KeyboardEvent, id: string | null, next: string | null): boolean => {
    const chosen = selection.ids.size > 0;
    if (event.key === 'Escape' && chosen) clear();
    else if (
      event.shiftKey &&
      !event.altKey &&
      (id !== null || chosen) &&
      next !== null &&
      /^Arrow(?:Up|Down)$/.test(event.key)
    ) {
      setSelection(extendSelection(chosen ? selection : noSelection, next, visibleIds, id));
      return false;
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && id !== null) {
      setSelection({ ids: new Set(visibleIds), anchor: id });
    } else if (event.key === 'Delete' && chosen) {
      view.setState({ dialog: { type: 'deleteMany', conversationIds: [...selection.ids] } });
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { ids: selection.ids, pick, choose, onKey, clear };
}
