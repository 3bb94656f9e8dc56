// Width of the names column in a waterfall: fits the longest name while the time axis stays readable, or as dragged by
// the user, which is remembered as a fraction of the whole.

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { ChainRow } from './chainRows.ts';

/** In pixels. */
const minWidth = 110;
/** Min width of the time axis, and the max fraction that names take automatically. */
const minAxis = 124;
const maxShare = 0.74;
/** Max fraction that the user can drag to. */
const maxDrawn = 0.75;
/** Max rows inspected for the longest name. */
const maxInspected = 400;
const storageKey = 'chainNames';

export interface NameColumnWidth {
  /** In pixels. */
  width: number;
  min: number;
  max: number;
  /** Null: fit the names again. */
  draw(width: number | null): void;
}

/** Pure. `wanted`: the width of the longest name; `part`: the fraction that the user chose. @internal */
export function nameColumnWidth(whole: number, wantedWidth: number, part: number | null): number {
  const chosen =
    part === null
      ? Math.min(wantedWidth, whole * maxShare, Math.max(whole * 0.4, whole - minAxis))
      : Math.min(part, maxDrawn) * whole;
  return Math.round(Math.max(minWidth, chosen));
}

/** `whole`: pixels of names and axis together. `nameOf`: null for rows without a name next to the axis. */
export function useNameColumnWidth(
  rows: readonly ChainRow[],
  whole: number,
  nameOf: (row: ChainRow) => { text: string; beside: number } | null,
): NameColumnWidth {
  const { memory } = useSession();
  const [part, setPart] = useState(() => partOf(memory.get(storageKey)));
  const wantedWidth = useMemo(() => longest(rows, nameOf), [rows, nameOf]);
  useEffect(() => memory.set(storageKey, part === null ? null : part.toFixed(3)), [memory, part]);
  const draw = useCallback(
    (width: number | null) => setPart(width === null ? null : Math.max(minWidth, width) / Math.max(1, whole)),
    [whole],
  );
  return { width: nameColumnWidth(whole, wantedWidth, part), min: minWidth, max: Math.round(whole * maxDrawn), draw };
}

function partOf(text: string | null): number | null {
  const part = Number(text);
  return text !== null && part > 0 && part < 1 ? part : null;
}

function longest(
  rows: readonly ChainRow[],
  nameOf: (row: ChainRow) => { text: string; beside: number } | null,
): number {
  const pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  const { fontFamily } = getComputedStyle(document.body);
  // The rows' font: the interface font at the current zoom.
  pen.font = `${(13 / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px ${fontFamily}`;
  let width = 0;
  for (const row of rows.slice(0, maxInspected)) {
    const name = nameOf(row);
    if (name) width = Math.max(width, pen.measureText(name.text).width + name.beside);
  }
  return Math.ceil(width);
}
