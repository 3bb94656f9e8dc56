// How wide the names of a waterfall are: as wide as the longest of them needs, as far as the time axis keeps room to be read;
// or as wide as the person has drawn them, which the window remembers as a part of the whole.

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { ChainRow } from './chainRows.ts';

/** Pixels. */
const least = 110;
/** Pixels that the time axis keeps, and the part of the whole that names never have by themselves. */
const minAxis = 124;
const most = 0.74;
/** The part that a person can give them. */
const maxDrawn = 0.75;
/** Rows that are looked at for the longest name. */
const maxInspected = 400;
const kept = 'chainNames';

export interface NamesWidth {
  /** Pixels. */
  width: number;
  least: number;
  most: number;
  /** Null: by the names again. */
  draw(width: number | null): void;
}

/** Pure. `wanted`: what the longest name needs; `part`: what the person has drawn. @internal */
export function namesWidth(whole: number, wanted: number, part: number | null): number {
  const chosen =
    part === null
      ? Math.min(wanted, whole * most, Math.max(whole * 0.4, whole - minAxis))
      : Math.min(part, maxDrawn) * whole;
  return Math.round(Math.max(least, chosen));
}

/** `whole`: pixels of the names and the axis together. `nameOf`: null for a row that has no name beside the axis. */
export function useNamesWidth(
  rows: readonly ChainRow[],
  whole: number,
  nameOf: (row: ChainRow) => { text: string; beside: number } | null,
): NamesWidth {
  const { memory } = useSession();
  const [part, setPart] = useState(() => partOf(memory.get(kept)));
  const wanted = useMemo(() => longest(rows, nameOf), [rows, nameOf]);
  useEffect(() => memory.set(kept, part === null ? null : part.toFixed(3)), [memory, part]);
  const draw = useCallback(
    (width: number | null) => setPart(width === null ? null : Math.max(least, width) / Math.max(1, whole)),
    [whole],
  );
  return { width: namesWidth(whole, wanted, part), least, most: Math.round(whole * maxDrawn), draw };
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
  // As the rows are written: interface letters, in the size of everything.
  pen.font = `${(13 / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px ${fontFamily}`;
  let width = 0;
  for (const row of rows.slice(0, maxInspected)) {
    const name = nameOf(row);
    if (name) width = Math.max(width, pen.measureText(name.text).width + name.beside);
  }
  return Math.ceil(width);
}
