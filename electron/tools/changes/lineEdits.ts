// Line diff by the greedy algorithm of E. W. Myers, “An O(ND) Difference Algorithm and Its Variations” (Algorithmica 1,
// 1986). Yields in time slices, which no library does, and stops at limits that depend only on the texts, so results
// are the same on every machine.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';

/** Lines `oldStart` to `oldEnd` became `newStart` to `newEnd`, ends exclusive. */
export interface LineEdit {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

export interface LineEdits {
  edits: LineEdit[];
  /** False if the texts differ too much to search; everything between the common ends is then a single edit. */
  smallest: boolean;
}

/** Maximum edits among lines common to both. Search memory is its square times 4 bytes: 16 MB. */
const maxEdits = 2_000;
/** Line comparisons: about a tenth of a second. */
const maxSteps = 20_000_000;

export async function diffLines(old: readonly string[], next: readonly string[]): Promise<LineEdits> {
  const slice = createTimeSlice();
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start++;
  let [oldEnd, newEnd] = [old.length, next.length];
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const whole = { oldStart: start, oldEnd, newStart: start, newEnd };
  if (oldEnd === start && newEnd === start) return { edits: [], smallest: true };
  if (oldEnd === start || newEnd === start) return { edits: [whole], smallest: true };
  await slice();
  const ofOld = await inBoth(old, next, whole, slice);
  if (ofOld.a.length === 0 || ofOld.b.length === 0) return { edits: [whole], smallest: true };
  const pairs = await longestCommon(ofOld.a, ofOld.b, slice);
  if (!pairs) return { edits: [whole], smallest: false };
  const edits: LineEdit[] = [];
  let [oldAt, newAt] = [start, start];
  const add = (oldNext: number, newNext: number): void => {
    if (oldNext > oldAt || newNext > newAt)
      edits.push({ oldStart: oldAt, oldEnd: oldNext, newStart: newAt, newEnd: newNext });
    oldAt = oldNext + 1;
    newAt = newNext + 1;
  };
  for (const [x, y] of pairs) add(ofOld.atA[x] as number, ofOld.atB[y] as number);
  add(oldEnd, newEnd);
  return { edits, smallest: true };
}

interface Numbered {
  /** A number per line that the other text has too; other lines cannot match. */
  a: Int32Array;
  b: Int32Array;
  atA: Int32Array;
  atB: Int32Array;
}

async function inBoth(
  old: readonly string[],
  next: readonly string[],
  { oldStart, oldEnd, newStart, newEnd }: LineEdit,
  slice: () => Promise<void> | null,
): Promise<Numbered> {
  const numbers = new Map<string, number>();
  for (let at = oldStart; at < oldEnd; at++) {
    const turn = at % 1024 === 0 && slice();
    if (turn) await turn;
    if (!numbers.has(old[at] as string)) numbers.set(old[at] as string, numbers.size);
  }
  const seen = new Uint8Array(numbers.size);
  const [b, atB]: [number[], number[]] = [[], []];
  for (let at = newStart; at < newEnd; at++) {
    const turn = at % 1024 === 0 && slice();
    if (turn) await turn;
    const number = numbers.get(next[at] as string);
    if (number === undefined) continue;
    seen[number] = 1;
    b.push(number);
    atB.push(at);
  }
  const [a, atA]: [number[], number[]] = [[], []];
  for (let at = oldStart; at < oldEnd; at++) {
    const turn = at % 1024 === 0 && slice();
    if (turn) await turn;
    const number = numbers.get(old[at] as string) as number;
    if (seen[number] === 0) continue;
    a.push(number);
    atA.push(at);
  }
  return { a: Int32Array.from(a), b: Int32Array.from(b), atA: Int32Array.from(atA), atB: Int32Array.from(atB) };
}

/** Matching positions in `a` and `b`, ascending; null if too different. Neither is empty. */
async function longestCommon(
  a: Int32Array,
  b: Int32Array,
  slice: () => Promise<void> | null,
): Promise<[number, number][] | null> {
  const [n, m] = [a.length, b.length];
  const max = Math.min(n + m, maxEdits);
  /** How far the search got in `a` on diagonal `k`, at index `k + most + 1`. */
  const zero = max + 1;
  const reached = new Int32Array(2 * max + 3).fill(-1);
  reached[zero + 1] = 0;
  const before: Int32Array[] = [];
  let steps = 0;
  for (let edits = 0; edits <= max; edits++) {
    before.push(reached.slice(zero - edits - 1, zero + edits + 2));
    const lowest = -edits + 2 * Math.max(0, edits - m);
    const highest = edits - 2 * Math.max(0, edits - n);
    for (let k = lowest; k <= highest; k += 2) {
      const [left, right] = [reached[zero + k - 1] as number, reached[zero + k + 1] as number];
      let x = left < right ? right : left + 1;
      const from = x;
      while (x < n && x - k < m && a[x] === b[x - k]) x++;
      reached[zero + k] = x;
      steps += x - from + 1;
      if (k === n - m && x >= n) return matches(before, a, b);
    }
    if (steps > maxSteps) return null;
    const turn = slice();
    if (turn) await turn;
  }
  return null;
}

/** Backtracks the path. */
function matches(before: readonly Int32Array[], a: Int32Array, b: Int32Array): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = before.length - 1; edits >= 0; edits--) {
    const reached = before[edits] as Int32Array;
    const k = x - y;
    const at = k + edits + 1;
    const [left, right] = [reached[at - 1] as number, reached[at + 1] as number];
    const startX = left < right ? right : left + 1;
    while (x > startX && x > 0 && x - k > 0) pairs.push([--x, x - k]);
    y = x - k;
    if (edits === 0) break;
    if (left < right) y--;
    else x--;
  }
  return pairs.reverse();
}
