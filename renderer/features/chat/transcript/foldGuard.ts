// Decides whether a finished turn may fold now. It may if the reader follows at the end or it is out of view; otherwise
// it stays until the next turn, so that reading or working in it is not disturbed.

import type { RefObject } from 'react';
import { rowKeyOf } from './list/selectedRows.ts';
import type { Row } from './rows.ts';

export interface FoldGuard {
  /** For the rows shown now: returns whether the items with these keys may fold. */
  over(rows: readonly Row[]): (keys: readonly string[]) => boolean;
  /** Key of the row with the focus. */
  focused(): string | null;
  /** The view is held at the end. */
  heldAtEnd: () => boolean;
}

export function createFoldGuard(scroller: RefObject<HTMLElement | null>): FoldGuard {
  const focused = (): string | null => {
    const log = scroller.current;
    return log && document.activeElement ? rowKeyOf(log, document.activeElement) : null;
  };
  const self: FoldGuard = {
    over: (visibleRows) => (keys) => {
      const log = scroller.current;
      const inside = new Set(keys);
      const rows = visibleRows.filter((row) =>
        row.type === 'fold' ? row.keys.some((key) => inside.has(key)) : inside.has(row.key),
      );
      const isFolded = rows.some((row) => row.type === 'fold' && row.turn !== null);
      if (!log || isFolded || rows.length === 0) return true;
      const at = focused();
      const works = rows.find(({ key }) => key === at);
      // A focused call is kept out of the fold instead.
      if ((works && works.type !== 'call') || isSelectedIn(log, rows)) return false;
      return self.heldAtEnd() || !isInView(log, new Set(rows.map(({ key }) => key)));
    },
    focused,
    heldAtEnd: () => false,
  };
  return self;
}

function isSelectedIn(log: HTMLElement, rows: readonly Row[]): boolean {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return false;
  const ends = [selection.anchorNode, selection.focusNode].map((node) => node && rowKeyOf(log, node));
  return rows.some(({ key }) => ends.includes(key));
}

function isInView(log: HTMLElement, keys: ReadonlySet<string>): boolean {
  const view = log.getBoundingClientRect();
  return [...log.querySelectorAll<HTMLElement>('[data-key]')].some((row) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    return keys.has(row.dataset.key ?? '') && height > 0 && bottom > view.top + 1 && top < view.bottom - 1;
  });
}
