// Context menu of a row, by pointer or keyboard, with the same items as the row's button. Selected text, links, images
// and fields keep the system's menu.

import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { fieldSelector } from './isComposing.ts';
import { Menu } from './Menu.tsx';

export interface RowMenu {
  /** Props for the row's element. */
  on: {
    onPointerDown: () => void;
    onContextMenu: (event: MouseEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  /** Render inside the row. */
  menu: ReactNode;
}

export interface RowMenuOptions {
  /** Accessible name of the menu. */
  label: string;
  entries: () => ReactNode;
  /** Selector of the focus target on close; default: the row. */
  home?: string;
  off?: boolean;
}

const systems = `a[href], img, ${fieldSelector}, [role="menu"], [role="dialog"]`;

interface MenuPosition {
  x: number;
  y: number;
  home: HTMLElement;
  byKeys: boolean;
}

export function useRowMenu({ label, entries, home, off = false }: RowMenuOptions): RowMenu {
  const [place, setPlace] = useState<MenuPosition | null>(null);
  const id = useId();
  /** Some systems select the word under the pointer when the menu opens; ignore that. */
  const selected = useRef(false);

  function open(row: HTMLElement, x: number, y: number, byKeys: boolean): void {
    const anchor = (home === undefined ? null : row.querySelector<HTMLElement>(home)) ?? row;
    if (anchor === row) row.tabIndex = -1;
    anchor.id ||= id;
    setPlace({ x, y, home: anchor, byKeys });
  }

  const isOurs = ({ target, currentTarget, defaultPrevented }: MouseEvent | KeyboardEvent): boolean =>
    !off &&
    !defaultPrevented &&
    target instanceof Element &&
    // Portals, such as the row's own menu, bubble events to the row, too.
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
        const opensMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
        if (!opensMenu || !isOurs(event)) return;
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
          pointed={{ label, ...place, onClosed: () => setPlace(null) }}
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
