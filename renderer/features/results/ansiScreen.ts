// The lines that a terminal would show: writing over what stands on a line, erasing of it, and moving a little up and down.
// Nothing that was written and not written over is lost.

import type { AnsiPart, AnsiStyle } from './ansiStyle.ts';

export interface Screen {
  write(text: string, style: AnsiStyle): void;
  newLine(): void;
  toColumn(column: number): void;
  byColumns(count: number): void;
  /** A control sequence, by its last letter. */
  move(final: string, codes: string): void;
  lines(): AnsiPart[][];
}

/** Styles are made once each: the same look is the same object. */
interface Run {
  style: AnsiStyle;
  text: string;
}

interface Line {
  parts: Run[];
  length: number;
}

export const plain: AnsiStyle = {};

/** Farther than that nothing moves: a few letters must not make a large page. */
const widest = 500;
const highest = 200;

export function createScreen(): Screen {
  const lines: Line[] = [{ parts: [], length: 0 }];
  let row = 0;
  let column = 0;
  const here = (): Line => lines[row] as Line;

  function toRow(wanted: number): void {
    row = Math.min(lines.length - 1, Math.max(0, wanted));
  }

  const toColumn = (wanted: number): void => {
    column = Math.max(0, Math.min(wanted, Math.max(widest, here().length)));
  };

  return {
    write(text, style) {
      const line = here();
      if (column > line.length) append(line, { style: plain, text: ' '.repeat(column - line.length) });
      if (column === line.length) append(line, { style, text });
      else {
        const parts = [...cut(line.parts, 0, column), { style, text }];
        if (column + text.length < line.length) parts.push(...cut(line.parts, column + text.length, line.length));
        line.parts = parts;
        line.length = Math.max(line.length, column + text.length);
      }
      column += text.length;
    },
    newLine() {
      if (row === lines.length - 1) lines.push({ parts: [], length: 0 });
      row++;
      column = 0;
    },
    toColumn,
    byColumns: (count) => toColumn(column + count),
    move(final, codes) {
      const count = Math.max(1, Number(codes || '1'));
      if (final === 'G' || final === '`') toColumn(count - 1);
      else if (final === 'C') toColumn(column + count);
      else if (final === 'D') toColumn(column - count);
      else if (final === 'A' || final === 'F') toRow(row - Math.min(count, highest));
      else if (final === 'B' || final === 'E') toRow(row + Math.min(count, highest));
      else if (final === 'K') erase(here(), column, codes);
      else if (final === 'J' && (codes === '' || codes === '0') && row < lines.length - 1) {
        erase(here(), column, '');
        lines.length = row + 1;
      }
      if (final === 'E' || final === 'F') column = 0;
    },
    lines: () => lines.map((line) => line.parts.map(({ style, text }) => ({ ...style, text }))),
  };
}

function append(line: Line, part: Run): void {
  const last = line.parts.at(-1);
  if (last?.style === part.style) last.text += part.text;
  else line.parts.push(part);
  line.length += part.text.length;
}

function erase(line: Line, column: number, codes: string): void {
  if (codes === '1')
    line.parts = [
      { style: plain, text: ' '.repeat(Math.min(column, line.length)) },
      ...cut(line.parts, column, line.length),
    ];
  else if (codes === '2') {
    line.parts = [];
    line.length = 0;
  } else {
    line.parts = cut(line.parts, 0, column);
    line.length = Math.min(line.length, column);
  }
}

/** What stands from one column to another. */
function cut(parts: readonly Run[], from: number, to: number): Run[] {
  const kept: Run[] = [];
  let at = 0;
  for (const part of parts) {
    const text = part.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text !== '') kept.push({ style: part.style, text });
    at += part.text.length;
    if (at >= to) break;
  }
  return kept;
}
