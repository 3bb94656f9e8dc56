// Reorders pinned conversations by dragging. Finds rows by their data attributes, so that rows need no handlers.

import { type DragEvent, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import { droppedAt, movePinned } from './pinned.ts';

/** The drop target: before or after a row. */
export interface DropPlace {
  id: string;
  after: boolean;
}

export function usePinnedDrag() {
  const session = useSession();
  const [dragged, setDragged] = useState<string | null>(null);
  const [place, setPlace] = useState<DropPlace | null>(null);
  const end = (): void => {
    setDragged(null);
    setPlace(null);
  };
  const on = {
    onDragStart(event: DragEvent) {
      const id = rowAt(event)?.dataset.rowKey;
      if (id === undefined) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      setDragged(id);
    },
    onDragOver(event: DragEvent) {
      const row = rowAt(event);
      const id = row?.dataset.rowKey;
      if (dragged === null || !row || id === undefined) return setPlace(null);
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      const after = event.clientY > top + height / 2;
      if (place?.id !== id || place.after !== after) setPlace({ id, after });
    },
    onDrop(event: DragEvent) {
      if (dragged === null || !place) return;
      event.preventDefault();
      movePinned(session, dragged, (_at, all) => droppedAt(all, dragged, place));
      end();
    },
    onDragEnd: end,
  };
  return { on, dragged, place: place?.id === dragged ? null : place };
}

function rowAt({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row-key][draggable="true"]') : null;
}
