// Scrolls a requested call or message into view, then expands, focuses and briefly highlights it. Each request is
// handled once, even if there is no such row.

import { type RefObject, useEffect } from 'react';
import { useSession, useView } from '../../../core/state/context.tsx';
import type { VirtualList } from './list/VirtualRows.tsx';
import { type Row, rowIndexOf } from './rows.ts';
import { turnFoldKey } from './turns.ts';

/** Distance from the top of the view to a row shown from its start. */
const below = 64;
const flashMs = 1400;

export interface RevealParts {
  rows: readonly Row[];
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualList | null>;
  /** Stops holding the view at the end. */
  leave: () => void;
}

export function useReveal({ rows, scroller, list, leave }: RevealParts): void {
  const { view } = useSession();
  const wish = useView((now) => now.reveal);
  useEffect(() => {
    if (!wish || wish.count === view.getState().revealed) return;
    const row = rows[rowIndexOf(rows, wish.key)];
    if (row?.type === 'fold' && !row.open && wish.bottom === undefined) {
      const marks = Object.fromEntries(row.keys.map((key) => [row.turn === null ? key : turnFoldKey(key), true]));
      return view.setState(({ openFolds }) => ({ openFolds: { ...openFolds, ...marks } }));
    }
    view.setState({ revealed: wish.count });
    const element = scroller.current;
    if (!row || !element) return;
    leave();
    const rowElement = list.current?.show(row.key, below);
    if (!rowElement) return;
    if (wish.bottom !== undefined) {
      const top = wish.bottom - element.getBoundingClientRect().top - rowElement.offsetHeight;
      list.current?.show(row.key, top);
      return;
    }
    const room = element.clientHeight - rowElement.offsetHeight;
    const centred = row.type === 'item' && room > 2 * below ? list.current?.show(row.key, room / 2) : rowElement;
    mark(centred ?? rowElement, wish.key, wish.keepsFocus);
  }, [wish, rows, scroller, list, leave, view]);
}

function mark(row: HTMLElement, key: string, keepsFocus: boolean): void {
  const box =
    row.querySelector<HTMLElement>(`[data-call="${CSS.escape(key)}"]`) ??
    row.querySelector<HTMLElement>('[data-tool-call]');
  const target = box ?? row.querySelector<HTMLElement>('[data-message]') ?? row;
  const focused = box?.querySelector('button') ?? target;
  if (focused === target) target.tabIndex = -1;
  if (!keepsFocus) focused.focus({ preventScroll: true });
  target.classList.add('flash');
  setTimeout(() => target.classList.remove('flash'), flashMs);
}
