// Pairs diff lines for two columns: each removed line next to the line that replaced it.

import type { DiffLine } from './diffFiles.ts';

export interface DiffRow {
  left: DiffLine | null;
  right: DiffLine | null;
}

/** Notes and gaps span both sides: the same line on the left and on the right. */
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

/** Maps each removed line to the line that replaced it and vice versa, if they can be paired. */
export function diffPairs(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const pairs = new Map<DiffLine, DiffLine>();
  for (const [from, to] of changes(lines)) {
    const part = lines.slice(from, to);
    const removed = part.filter(({ kind }) => kind === 'removed');
    const added = part.filter(({ kind }) => kind === 'added');
    // With unequal numbers of lines, pairing would be a guess.
    if (removed.length !== added.length) continue;
    for (const [at, line] of removed.entries()) {
      const other = added[at] as DiffLine;
      pairs.set(line, other).set(other, line);
    }
  }
  return pairs;
}

/** Ranges of consecutive changed lines; other lines individually. */
function changes(lines: readonly DiffLine[]): [from: number, to: number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && isChange(lines[end] as DiffLine)) end++;
    if (end === at) end++;
    pairs.push([at, end]);
    at = end;
  }
  return pairs;
}

function isChange({ kind }: DiffLine): boolean {
  return kind === 'added' || kind === 'removed';
}
