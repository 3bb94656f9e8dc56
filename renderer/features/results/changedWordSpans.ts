// Finds the words that differ between a line and the one it replaces. Bounded: in long lines, everything between the common
// start and end is one change.

export interface DiffSpan {
  text: string;
  changed: boolean;
}

const words = /[\p{L}\p{N}_]+|\s+|./gsu;
const maxWords = 160;
const longest = 2000;

/** Null if marks would be useless: most of a line differs. */
export function changedWordSpans(text: string, other: string): DiffSpan[] | null {
  if (text === other || text.length > longest || other.length > longest) return null;
  const mine = text.match(words) ?? [];
  const theirs = other.match(words) ?? [];
  let start = 0;
  while (start < mine.length && start < theirs.length && mine[start] === theirs[start]) start++;
  let end = 0;
  while (
    end < mine.length - start &&
    end < theirs.length - start &&
    mine[mine.length - 1 - end] === theirs[theirs.length - 1 - end]
  )
    end++;
  const middle = mine.slice(start, mine.length - end);
  const otherMiddle = theirs.slice(start, theirs.length - end);
  const unchanged =
    middle.length > maxWords || otherMiddle.length > maxWords ? new Set<number>() : common(middle, otherMiddle);
  const parts: DiffSpan[] = [];
  const add = (word: string, changed: boolean): void => {
    const last = parts.at(-1);
    if (last?.changed === changed) last.text += word;
    else parts.push({ text: word, changed });
  };
  for (const [at, word] of mine.entries()) {
    const inside = at >= start && at < mine.length - end;
    add(word, inside && !unchanged.has(at - start));
  }
  const same = parts.filter((part) => !part.changed).reduce((sum, part) => sum + part.text.trim().length, 0);
  return same * 2 < Math.max(text.trim().length, other.trim().length) ? null : joined(parts);
}

/** Merges changes that are only separated by a space, which would split the mark. */
function joined(parts: readonly DiffSpan[]): DiffSpan[] {
  const spans: DiffSpan[] = [];
  for (const [at, part] of parts.entries()) {
    const between = !part.changed && part.text.trim() === '' && at > 0 && at < parts.length - 1;
    const changed = part.changed || between;
    const last = spans.at(-1);
    if (last?.changed === changed) last.text += part.text;
    else spans.push({ text: part.text, changed });
  }
  return spans;
}

/** Indexes in `mine` of a longest common subsequence of words. */
function common(mine: readonly string[], theirs: readonly string[]): Set<number> {
  const width = theirs.length + 1;
  const table = new Uint16Array((mine.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] as number;
  for (let row = mine.length - 1; row >= 0; row--) {
    for (let column = theirs.length - 1; column >= 0; column--) {
      table[row * width + column] =
        mine[row] === theirs[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const unchanged = new Set<number>();
  for (let row = 0, column = 0; row < mine.length && column < theirs.length; ) {
    if (mine[row] === theirs[column]) {
      unchanged.add(row);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return unchanged;
}
