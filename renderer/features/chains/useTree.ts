// Keyboard navigation of a chain: one row is selected; arrow keys move, expand and collapse; Enter opens the box.

import { type KeyboardEvent, useCallback, useState } from 'react';
import type { ChainRow } from './chainRows.ts';

export interface Tree {
  /** Key of the selected row. */
  active: string | null;
  choose(key: string | null): void;
  onKeyDown(event: KeyboardEvent): void;
}

export interface TreeOptions {
  rows: readonly ChainRow[];
  /** Expands or collapses a row. */
  toggle(key: string): void;
  go(row: ChainRow): void;
  leave(): void;
  toFilter(): void;
  zoom(by: 1 | -1 | 0): void;
}

const page = 12;

export function useTree({ rows, toggle, go, leave, toFilter, zoom }: TreeOptions): Tree {
  const [active, choose] = useState<string | null>(null);
  const at = rows.findIndex(({ key }) => key === active);

  const onKeyDown = useCallback(
    (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const row = rows[at];
      const to = (index: number): void => choose(rows[Math.max(0, Math.min(rows.length - 1, index))]?.key ?? null);
      const actions: Record<string, () => void> = {
        ArrowDown: () => to(at + 1),
        ArrowUp: () => to(at < 0 ? rows.length - 1 : at - 1),
        PageDown: () => to(at + page),
        PageUp: () => to(at - page),
        Home: () => to(0),
        End: () => to(rows.length - 1),
        ArrowRight: () => {
          if (row && isExpandable(row) && !row.open) toggle(row.key);
          else to(at + 1);
        },
        ArrowLeft: () => {
          if (row && isExpandable(row) && row.open) return toggle(row.key);
          const above = rows.findLastIndex((each, index) => index < at && levelOf(each) < (row ? levelOf(row) : 0));
          if (above >= 0) to(above);
        },
        Enter: () => row && go(row),
        ' ': () => row && isExpandable(row) && toggle(row.key),
        Escape: leave,
        '/': toFilter,
        '+': () => zoom(1),
        '=': () => zoom(1),
        '-': () => zoom(-1),
        '0': () => zoom(0),
      };
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    [rows, at, toggle, go, leave, toFilter, zoom],
  );
  return { active: at < 0 ? null : active, choose, onKeyDown };
}

export function isExpandable(row: ChainRow): row is Extract<ChainRow, { open: boolean }> {
  return row.type === 'turn' || (row.type === 'call' && row.agent !== null);
}

export function levelOf(row: ChainRow): number {
  return row.type === 'turn' ? 1 : row.depth + 2;
}
