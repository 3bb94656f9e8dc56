// Compares marks with those last published. There may be tens of thousands, so this works in time slices and an event
// carries only changes.

import type { Mark, Marks } from '../../shared/conversation/marks.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';

export type ChangedMarks = Readonly<Record<string, Mark | null>>;

/** Null for a removed mark. Empty if nothing changed. */
export async function changedMarks(before: Marks, after: Marks): Promise<ChangedMarks> {
  if (before === after) return {};
  const slice = createTimeSlice();
  const changed: [string, Mark | null][] = [];
  // Ids come from files, so an inherited key such as `__proto__` must not match.
  const ownMark = (marks: Marks, id: string): Mark | undefined => (Object.hasOwn(marks, id) ? marks[id] : undefined);
  for (const id of Object.keys(after)) {
    const mark = ownMark(after, id);
    if (mark && !isSameMark(ownMark(before, id), mark)) changed.push([id, mark]);
    const turn = slice();
    if (turn) await turn;
  }
  for (const id of Object.keys(before)) {
    if (!Object.hasOwn(after, id)) changed.push([id, null]);
    const turn = slice();
    if (turn) await turn;
  }
  return Object.fromEntries(changed);
}

function isSameMark(a: Mark | undefined, b: Mark): boolean {
  if (a === b) return true;
  if (!a) return false;
  const keys = Object.keys(b) as (keyof Mark)[];
  // Fields from later versions may hold any type.
  const isSame = (key: keyof Mark) => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]);
  return keys.length === Object.keys(a).length && keys.every(isSame);
}
