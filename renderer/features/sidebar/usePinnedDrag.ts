// Reorders pinned conversations by dragging. Finds rows by their data attributes, so that rows need no handlers.

import { type DragEvent, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import { dropIndex, movePinned } from './pinned.ts';

/** The drop target: before or after a row. */
export interface DropTarget {
  id: string;
  after: boolean;
}

export function usePinnedDrag() {
  const session = useSession();
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const end = (): void => {
    setDragged(null);
    setTarget(null);
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
      if (dragged === null || !row || id === undefined) return setTarget(null);
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      const after = event.clientY > top + height / 2;
      if (target?.id !== id || target.after !== after) setTarget({ id, after });
    },
    onDrop(event: DragEvent) {
      if (dragged === null || !target) return;
      event.preventDefault();
      movePinned(session, dragged, (_at, all) => dropIndex(all, dragged, target));
      end();
    },
    onDragEnd: end,
  };
  return { on, dragged, place: target?.id === dragged ? null : target };
}

function rowAt({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row-key][draggable="true"]') : null;
}
