// The menu of a row at the pointer, or by the keys that open one: the same entries as the row's own button has. Text that is
// selected, links, pictures and fields keep the menu of the system.

import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Menu } from './Menu.tsx';

export interface RowMenu {
  /** For the element of the row. */
  on: {
    onPointerDown: () => void;
    onContextMenu: (event: MouseEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  /** To be drawn in the row. */
  menu: ReactNode;
}

export interface RowMenuOptions {
  /** What the menu is called by those who hear it. */
  label: string;
  entries: () => ReactNode;
  /** Selector of what gets the focus back: the row itself unless given. */
  home?: string;
  off?: boolean;
}

const systems = 'a[href], img, input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

interface Place {
  x: number;
  y: number;
  home: HTMLElement;
  byKeys: boolean;
}

export function useRowMenu({ label, entries, home, off = false }: RowMenuOptions): RowMenu {
  const [place, setPlace] = useState<Place | null>(null);
  const id = useId();
  /** Some systems select the word under the pointer as they ask for the menu: that is no wish of the person's. */
  const selected = useRef(false);

  function open(row: HTMLElement, x: number, y: number, byKeys: boolean): void {
    const found = (home === undefined ? null : row.querySelector<HTMLElement>(home)) ?? row;
    if (found === row) row.tabIndex = -1;
    found.id ||= id;
    setPlace({ x, y, home: found, byKeys });
  }

  const isOurs = ({ target, currentTarget, defaultPrevented }: MouseEvent | KeyboardEvent): boolean =>
    !off &&
    !defaultPrevented &&
    target instanceof Element &&
    // What is drawn elsewhere, as a menu of the row is, says it to the row too.
    currentTarget.contains(target) &&
    target.closest(systems) === null;

  return {
    on: {
      onPointerDown() {
        selected.current = isSelected();
      },
      onContextMenu(event) {
        if (!isOurs(event) || (selected.current && isSelected())) return;
        event.preventDefault();
        document.getSelection()?.removeAllRanges();
        open(event.currentTarget, event.clientX, event.clientY, false);
      },
      onKeyDown(event) {
        const asked = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
        if (!asked || !isOurs(event)) return;
        event.preventDefault();
        const from = (event.target as Element).getBoundingClientRect();
        open(event.currentTarget, from.left + 8, Math.min(from.bottom, window.innerHeight - 8), true);
      },
    },
    menu:
      place &&
      createPortal(
        <Menu
          key={`${place.x}:${place.y}`}
          defaultOpen
          pointed={{ label, home: place.home, byKeys: place.byKeys, onClosed: () => setPlace(null) }}
          trigger={<span aria-hidden tabIndex={-1} className="fixed size-0" style={{ left: place.x, top: place.y }} />}
        >
          {entries()}
        </Menu>,
        document.body,
      ),
  };
}

function isSelected(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed;
}
