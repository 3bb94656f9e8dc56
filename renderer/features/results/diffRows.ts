// The lines of a diff as rows with two sides: what was removed beside what was added in its place.

import type { DiffLine } from './diffFiles.ts';

export interface DiffRow {
  left: DiffLine | null;
  right: DiffLine | null;
}

/** Notes and the places where lines are left out go across both sides: the same line on the left and on the right. */
export function diffRows(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  for (const [from, to] of changes(lines)) {
    const part = lines.slice(from, to);
    const removed = part.filter(({ kind }) => kind === 'removed');
    const added = part.filter(({ kind }) => kind === 'added');
    if (removed.length + added.length < part.length) {
      rows.push(...part.map((line) => ({ left: line, right: line })));
      continue;
    }
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      rows.push({ left: removed[at] ?? null, right: added[at] ?? null });
    }
  }
  return rows;
}

/** For each removed line the added one in whose place it stood, and the other way round, where they can be paired. */
export function diffPairs(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const pairs = new Map<DiffLine, DiffLine>();
  for (const [from, to] of changes(lines)) {
    const part = lines.slice(from, to);
    const removed = part.filter(({ kind }) => kind === 'removed');
    const added = part.filter(({ kind }) => kind === 'added');
    // Where many lines stand against few, which belongs to which is a guess.
    if (removed.length !== added.length) continue;
    for (const [at, line] of removed.entries()) {
      const other = added[at] as DiffLine;
      pairs.set(line, other).set(other, line);
    }
  }
  return pairs;
}

/** Stretches of lines that changed, and the others one by one. */
function changes(lines: readonly DiffLine[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && isChange(lines[end] as DiffLine)) end++;
    if (end === at) end++;
    found.push([at, end]);
    at = end;
  }
  return found;
}

function isChange({ kind }: DiffLine): boolean {
  return kind === 'added' || kind === 'removed';
}
