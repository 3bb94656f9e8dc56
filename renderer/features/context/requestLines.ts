// Splits large text into rows of equal height for virtualization; wraps long lines. Pure.

export interface RequestLines {
  text: string;
  /** Start of each row, which is also the end of the previous one. */
  starts: readonly number[];
}

/** Max columns per row; narrower views have fewer. */
export const maxRowLength = 128;

export function requestLines(body: unknown, columns = maxRowLength): RequestLines {
  const text = JSON.stringify(body, null, 2) ?? '';
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    at = pieceEnd(text, at, end, columns);
  }
  return { text, starts };
}

/** End of the row that begins at `at`. Never splits a surrogate pair. */
function pieceEnd(text: string, at: number, lineEnd: number, columns: number): number {
  if ((lineEnd - at) * 2 <= columns) return lineEnd;
  let width = 0;
  for (let end = at; end < lineEnd; end++) {
    const unit = text.charCodeAt(end);
    width += unit >= firstWide ? 2 : 1;
    if (width <= columns || unit === 0x0a) continue;
    // Each half of a pair is one unit; together they take one wide column.
    return Math.max(at + 1, isLowHalf(unit) ? end - 1 : end);
  }
  return lineEnd;
}

/** From here on, most characters are two columns wide. */
const firstWide = 0x1100;

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** @internal */
export function rowText({ text, starts }: RequestLines, row: number): string {
  return text.slice(starts[row], starts[row + 1] ?? text.length).replace(/\n$/, '');
}

export interface Match {
  start: number;
  end: number;
}

export const maxMatches = 2_000;

/** Case-insensitive matches of `wanted`, at most `maxMatches`. */
export function findMatches({ text }: RequestLines, query: string): Match[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
  const matches: Match[] = [];
  for (const match of text.matchAll(pattern)) {
    matches.push({ start: match.index, end: match.index + match[0].length });
    if (matches.length === maxMatches) break;
  }
  return matches;
}

/** The row that contains an offset. */
export function rowOf({ starts }: RequestLines, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface RowPiece {
  text: string;
  /** Index of its match. */
  match: number | null;
}

/** Splits a row at the boundaries of matches. */
export function rowPieces(lines: RequestLines, row: number, matches: readonly Match[]): RowPiece[] {
  const text = rowText(lines, row);
  const from = lines.starts[row] ?? 0;
  const pieces: RowPiece[] = [];
  let at = 0;
  for (let index = firstReaching(matches, from); index < matches.length; index++) {
    const match = matches[index] as Match;
    if (match.start >= from + text.length) break;
    const start = Math.max(0, match.start - from);
    const end = Math.min(text.length, match.end - from);
    if (start > at) pieces.push({ text: text.slice(at, start), match: null });
    pieces.push({ text: text.slice(start, end), match: index });
    at = end;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), match: null });
  return pieces;
}

/** The first match that ends after an offset. */
function firstReaching(matches: readonly Match[], offset: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
