// Drags conversations: pinned ones to another place in their list, and any to a side of the page. Finds rows by their data
// attributes, so that rows need no handlers.

import { type DragEvent, useEffect, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import { dropIndex, movePinned } from './pinned.ts';

/** The drop target: before or after a row. */
export interface DropTarget {
  id: string;
  after: boolean;
}

export function usePinnedDrag() {
  const session = useSession();
  const { store } = session.panes;
  const [dragged, setDragged] = useState<{ id: string; isOrdered: boolean } | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const end = (): void => {
    setDragged(null);
    setTarget(null);
    store.setState({ dragged: null });
  };
  // A row that leaves the page while it is dragged reports no end; afterwards, the pointer moves freely again.
  const isDragged = dragged !== null;
  useEffect(() => {
    if (!isDragged) return;
    const ended = new AbortController();
    const { signal } = ended;
    for (const name of ['dragend', 'drop', 'pointerdown'])
      window.addEventListener(name, () => setTimeout(end), { signal });
    window.addEventListener('pointermove', ({ buttons }) => buttons === 0 && end(), { signal });
    return () => ended.abort();
  });
  const on = {
    onDragStart(event: DragEvent) {
      const row = rowAt(event, '[draggable="true"]');
      const id = row?.dataset.rowKey;
      if (id === undefined) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      setDragged({ id, isOrdered: row?.matches(ordered) ?? false });
      // Later: a change of the page at once would end the drag.
      setTimeout(() => store.setState({ dragged: id }));
    },
    onDragOver(event: DragEvent) {
      const row = rowAt(event, ordered);
      const id = row?.dataset.rowKey;
      if (!dragged?.isOrdered || !row || id === undefined) return setTarget(null);
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      const after = event.clientY > top + height / 2;
      if (target?.id !== id || target.after !== after) setTarget({ id, after });
    },
    onDrop(event: DragEvent) {
      if (!dragged || !target) return;
      event.preventDefault();
      movePinned(session, dragged.id, (_at, all) => dropIndex(all, dragged.id, target));
      end();
    },
    onDragEnd: end,
  };
  return { on, dragged: dragged?.id ?? null, place: target?.id === dragged?.id ? null : target };
}

const ordered = '[data-ordered]';

function rowAt({ target }: DragEvent, kind: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(`[data-row-key]${kind}`) : null;
}
