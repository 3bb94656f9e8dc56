// Which marks differ from the ones shown. There may be tens of thousands: each is compared with its previous value, in slices,
// and an event carries only those that changed.

import type { Mark, Marks } from '../../shared/conversation/marks.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';

export type ChangedMarks = Readonly<Record<string, Mark | null>>;

/** Null for one that is gone. Empty when nothing changed. */
export async function changedMarks(before: Marks, after: Marks): Promise<ChangedMarks> {
  if (before === after) return {};
  const slice = createTimeSlice();
  const changed: [string, Mark | null][] = [];
  // Ids come from files: `__proto__` is one like the others, and is no mark where nobody set it.
  const own = (marks: Marks, id: string): Mark | undefined => (Object.hasOwn(marks, id) ? marks[id] : undefined);
  for (const id of Object.keys(after)) {
    const mark = own(after, id);
    if (mark && !isSameMark(own(before, id), mark)) changed.push([id, mark]);
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
  // A field of a later version may be anything.
  const isSame = (key: keyof Mark) => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]);
  return keys.length === Object.keys(a).length && keys.every(isSame);
}
