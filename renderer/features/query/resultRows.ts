// Sorting and charting rows of an answer. Pure.

import type { Cell } from '../../../shared/features/query/methods.ts';

export interface Sorting {
  column: number;
  isDescending: boolean;
}

/** Numbers before texts, nulls last. Stable. */
export function sortedRows(rows: readonly Cell[][], sorting: Sorting | null): readonly Cell[][] {
  if (sorting === null) return rows;
  const { column, isDescending } = sorting;
  return [...rows].sort((one, other) => {
    const [a = null, b = null] = [one[column], other[column]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDescending ? compareCells(b, a) : compareCells(a, b);
  });
}

function compareCells(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Columns with numbers, or nulls, only. */
export function numberColumns(columns: readonly string[], rows: readonly Cell[][]): number[] {
  return columns
    .map((_, at) => at)
    .filter(
      (at) => rows.some((row) => typeof row[at] === 'number') && rows.every((row) => typeof row[at] !== 'string'),
    );
}

/** The first column that is no number, else the first. */
export function labelColumn(columns: readonly string[], rows: readonly Cell[][]): number {
  const numbers = numberColumns(columns, rows);
  return Math.max(
    0,
    columns.findIndex((_, at) => !numbers.includes(at)),
  );
}
