// The rows of a file's changes: a header per hunk, lines in one or two columns, and comments below their lines. Pure.

import type {
  CommentSide,
  CommentWithState,
  LineSelection,
  ReviewHunk,
  ReviewLine,
} from '../../../shared/features/review/review.ts';
import type { DiffLine } from '../results/diffFiles.ts';
import { diffPairs, diffRows } from '../results/diffRows.ts';

/** A line of the host, as the diff views draw it. */
export interface DisplayLine extends DiffLine {
  cut?: number;
  noEnd?: true;
}

/** A new comment, or the one that is edited. */
export interface CommentAnchor {
  side: CommentSide;
  start: number;
  end: number;
}

export type ReviewRow =
  | { type: 'hunk'; key: string; hunk: number; from: number; to: number }
  /** In one column only one of them, or the same unchanged line on both sides. */
  | { type: 'lines'; key: string; hunk: number; old: DisplayLine | null; next: DisplayLine | null }
  | { type: 'comment'; key: string; comment: CommentWithState }
  | { type: 'editor'; key: string; place: CommentAnchor };

export type LinesRow = Extract<ReviewRow, { type: 'lines' }>;

export interface DiffHunks {
  lines: DisplayLine[];
  hunks: DisplayLine[][];
  /** The line that each changed line replaced or was replaced by. */
  pairs: ReadonlyMap<DiffLine, DiffLine>;
}

/** Parts of a long diff may split a hunk. */
export function joinHunks(parts: readonly (readonly ReviewHunk[])[]): DiffHunks {
  const hunks: DisplayLine[][] = [];
  let continues = false;
  for (const part of parts) {
    for (const { lines, isCut } of part) {
      const display = lines.map(displayLine);
      if (continues) hunks.at(-1)?.push(...display);
      else hunks.push(display);
      continues = isCut === true;
    }
  }
  const lines = hunks.flatMap((hunk): DisplayLine[] => [{ kind: 'hunk', text: '' }, ...hunk]);
  return { lines, hunks, pairs: diffPairs(lines) };
}

function displayLine({ kind, text, old, new: next, cut, noEnd }: ReviewLine): DisplayLine {
  return {
    kind,
    text,
    ...(old === undefined ? {} : { oldNumber: old }),
    ...(next === undefined ? {} : { newNumber: next }),
    ...(cut === undefined ? {} : { cut }),
    ...(noEnd ? { noEnd } : {}),
  };
}

export function reviewRows(
  { hunks }: DiffHunks,
  isSplit: boolean,
  comments: readonly CommentWithState[],
  editor: CommentAnchor | null,
): ReviewRow[] {
  const rows: ReviewRow[] = [];
  const below = commentsByLine(comments);
  for (const [hunk, lines] of hunks.entries()) {
    rows.push({ type: 'hunk', key: `h${hunk}`, hunk, ...numbersOf(lines) });
    for (const { old, next } of isSplit ? split(lines) : lines.map(unified)) {
      rows.push({ type: 'lines', key: `${hunk}.${old?.oldNumber ?? ''}.${next?.newNumber ?? ''}`, hunk, old, next });
      const places = [next && place('new', next.newNumber), old && old !== next && place('old', old.oldNumber)];
      for (const at of places) {
        if (!at) continue;
        for (const comment of below.get(at) ?? []) rows.push({ type: 'comment', key: comment.id, comment });
        if (editor && place(editor.side, editor.end) === at)
          rows.push({ type: 'editor', key: 'editor', place: editor });
      }
    }
  }
  return rows;
}

function unified(line: DisplayLine): { old: DisplayLine | null; next: DisplayLine | null } {
  return { old: line.kind === 'added' ? null : line, next: line.kind === 'removed' ? null : line };
}

function split(lines: readonly DisplayLine[]): { old: DisplayLine | null; next: DisplayLine | null }[] {
  return diffRows(lines).map(({ left, right }) => ({ old: left, next: right }));
}

function place(side: CommentSide, line: number | undefined): string | null {
  return line === undefined ? null : `${side}:${line}`;
}

function commentsByLine(comments: readonly CommentWithState[]): Map<string, CommentWithState[]> {
  const below = new Map<string, CommentWithState[]>();
  for (const comment of comments) {
    const at = place(comment.side, comment.end) as string;
    below.set(at, [...(below.get(at) ?? []), comment]);
  }
  return below;
}

/** Lines of the new side; for a hunk that only removes, of the old one. */
function numbersOf(lines: readonly DisplayLine[]): { from: number; to: number } {
  const next = lines.flatMap(({ newNumber }) => newNumber ?? []);
  const numbers = next.length > 0 ? next : lines.flatMap(({ oldNumber }) => oldNumber ?? []);
  return { from: numbers[0] ?? 1, to: numbers.at(-1) ?? 1 };
}

function isChanged(row: ReviewRow | undefined): row is LinesRow {
  return row?.type === 'lines' && (row.old?.kind === 'removed' || row.next?.kind === 'added');
}

/** Where each group of changed rows begins. */
export function changeStarts(rows: readonly ReviewRow[]): number[] {
  const lines = rows.flatMap((row, at) => (row.type === 'lines' || row.type === 'hunk' ? [at] : []));
  return lines.filter((at, place) => isChanged(rows[at]) && !isChanged(rows[lines[place - 1] ?? -1]));
}

/** The changed lines of the rows, for the host. */
export function selectionOf(rows: readonly ReviewRow[]): LineSelection & { count: number } {
  const removed: [number, number][] = [];
  const added: [number, number][] = [];
  for (const row of rows) {
    if (row.type !== 'lines') continue;
    if (row.old?.kind === 'removed') add(removed, row.old.oldNumber ?? 0);
    if (row.next?.kind === 'added') add(added, row.next.newNumber ?? 0);
  }
  const count = [...removed, ...added].reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return { removed, added, count };
}

function add(ranges: [number, number][], line: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === line - 1) last[1] = line;
  else ranges.push([line, line]);
}

/** Where a comment on these rows goes: on the new side, unless all of them were removed. */
export function commentPlaceOf(rows: readonly ReviewRow[]): (CommentAnchor & { lines: string }) | null {
  const lines = rows.filter((row): row is LinesRow => row.type === 'lines');
  const next = lines.flatMap((row) => row.next ?? []);
  const side: CommentSide = next.length > 0 ? 'new' : 'old';
  const meant = side === 'new' ? next : lines.flatMap((row) => row.old ?? []);
  const number = (line: DisplayLine | undefined): number => (side === 'new' ? line?.newNumber : line?.oldNumber) ?? 1;
  if (meant.length === 0) return null;
  const text = meant.map((line) => line.text.replace(/\r$/, '').replace(/^\ufeff/, '')).join('\n');
  return { side, start: number(meant[0]), end: number(meant.at(-1)), lines: text };
}
