// Renders program output as a terminal would: overwriting, erasing, and cursor movement. Text that is not overwritten
// or erased stays, at any length. Columns are characters. Moves and total work are bounded by the text's length, so
// hostile output takes no longer than ordinary output.

interface StyledText<Style> {
  style: Style;
  text: string;
}

export interface Screen<Style> {
  write(text: string, style: Style): void;
  newLine(): void;
  toColumn(column: number): void;
  byColumns(count: number): void;
  /** A control sequence, by its parameters and final letter. */
  move(final: string, parameters: string): void;
  /** A two-letter escape, by its letter. */
  escape(letter: string): void;
  lines(): StyledText<Style>[][];
  /** Total UTF-16 units, including line breaks. */
  length(): number;
  /** Number of touched cells. */
  work(): number;
}

interface Cell<Style> {
  style: Style;
  character: string;
}

/** Stored as runs while only appended to, as cells once modified. */
interface Line<Style> {
  runs: StyledText<Style>[];
  cells: Cell<Style>[] | null;
  /** Length of the runs, in characters. */
  length: number;
}

/** The cursor moves at most this far beyond the content, so that a few characters cannot create a huge page. */
const maxColumn = 500;
const maxRows = 200;

/**
 * `clears`: clearing the screen and leaving the alternate screen erase its content, as in a terminal. While the
 * alternate screen is active, the main one is kept above it: if the program is killed there, earlier output would be
 * lost otherwise.
 */
export function createScreen<Style>(plain: Style, { clears }: { clears: boolean }): Screen<Style> {
  let lines: Line<Style>[] = [emptyLine()];
  let row = 0;
  let column = 0;
  let saved = { row: 0, column: 0 };
  /** The main screen while the alternate one is active. */
  let main: { lines: Line<Style>[]; row: number; column: number } | null = null;
  let work = 0;
  const here = (): Line<Style> => lines[row] as Line<Style>;
  const all = (): Line<Style>[] => (main === null ? lines : [...main.lines, ...lines]);

  function toRow(targetRow: number): void {
    row = Math.min(lines.length - 1, Math.max(0, targetRow));
  }

  function toColumn(targetColumn: number): void {
    column = Math.max(0, Math.min(targetColumn, Math.max(maxColumn, lengthOf(here()))));
  }

  /** Row and column from 1, on the last screenful. */
  function toPlace(wantedRow: number, wantedColumn: number): void {
    const top = Math.max(0, lines.length - maxRows);
    const target = top + Math.min(maxRows, Math.max(1, wantedRow)) - 1;
    while (lines.length <= target) {
      lines.push(emptyLine());
      work++;
    }
    toRow(target);
    toColumn(Math.max(1, wantedColumn) - 1);
  }

  function cellsOf(line: Line<Style>): Cell<Style>[] {
    if (line.cells === null) {
      line.cells = line.runs.flatMap(({ style, text }) => Array.from(text, (character) => ({ style, character })));
      line.runs = [];
      work += line.cells.length;
    }
    return line.cells;
  }

  function fill(cells: Cell<Style>[], from: number, to: number): void {
    for (let at = from; at < to; at++) cells[at] = { style: plain, character: ' ' };
    work += Math.max(0, to - from);
  }

  function write(text: string, style: Style): void {
    const line = here();
    const size = charactersIn(text);
    work += size;
    if (line.cells === null && column >= line.length) {
      work += Math.max(0, column - line.length);
      if (column > line.length) append(line, plain, ' '.repeat(column - line.length), column - line.length);
      append(line, style, text, size);
    } else {
      const cells = cellsOf(line);
      if (column > cells.length) fill(cells, cells.length, column);
      let at = column;
      for (const character of text) cells[at++] = { style, character };
    }
    column += size;
  }

  function eraseInLine(parameters: string): void {
    const line = here();
    const length = lengthOf(line);
    if (parameters === '2') Object.assign(line, emptyLine());
    else if (parameters === '1') fill(cellsOf(line), 0, Math.min(column + 1, length));
    else if ((parameters === '' || parameters === '0') && column < length) {
      if (column === 0) Object.assign(line, emptyLine());
      else cellsOf(line).length = column;
    }
  }

  function clear(): void {
    lines = [emptyLine()];
    row = 0;
    column = 0;
  }

  function eraseInScreen(parameters: string): void {
    if (parameters === '' || parameters === '0') {
      eraseInLine('0');
      lines.length = row + 1;
    } else if (clears && (parameters === '2' || parameters === '3')) clear();
  }

  /** `?1049h` and its older forms. */
  function switchScreen(parameters: string, isOn: boolean): void {
    if (!clears || !/^\?(?:47|1047|1049)$/.test(parameters)) return;
    if (isOn) {
      main ??= { lines, row, column };
      clear();
    } else if (main !== null) {
      ({ lines, row, column } = main);
      main = null;
    }
  }

  return {
    write,
    newLine() {
      if (row === lines.length - 1) lines.push(emptyLine());
      row++;
      column = 0;
      work++;
    },
    toColumn,
    byColumns: (count) => toColumn(column + count),
    move(final, parameters) {
      work++;
      if (final === 'h' || final === 'l') return switchScreen(parameters, final === 'h');
      if (!/^[\d;]*$/.test(parameters)) return;
      const [first = '', second = ''] = parameters.split(';', 2);
      const count = Math.max(1, Number(first || '1'));
      if (final === 'G' || final === '`') toColumn(count - 1);
      else if (final === 'C') toColumn(column + count);
      else if (final === 'D') toColumn(column - count);
      else if (final === 'A' || final === 'F') toRow(row - Math.min(count, maxRows));
      else if (final === 'B' || final === 'E') toRow(row + Math.min(count, maxRows));
      else if (final === 'K') eraseInLine(parameters);
      else if (final === 'J') eraseInScreen(parameters);
      else if (final === 'X') {
        const cells = cellsOf(here());
        fill(cells, Math.min(column, cells.length), Math.min(cells.length, column + count));
      } else if (clears && (final === 'H' || final === 'f')) toPlace(count, Number(second || '1'));
      else if (final === 's') saved = { row, column };
      else if (final === 'u') restore();
      if (final === 'E' || final === 'F') column = 0;
    },
    escape(letter) {
      if (letter === '7') saved = { row, column };
      else if (letter === '8') restore();
      else if (letter === 'M') toRow(row - 1);
      else if (letter === 'c' && clears) clear();
    },
    lines: () => all().map(runsOf),
    length: () => all().reduce((sum, line) => sum + unitsOf(line) + 1, -1),
    work: () => work,
  };

  function restore(): void {
    toRow(saved.row);
    toColumn(saved.column);
  }
}

function emptyLine<Style>(): Line<Style> {
  return { runs: [], cells: null, length: 0 };
}

function append<Style>(line: Line<Style>, style: Style, text: string, size: number): void {
  const last = line.runs.at(-1);
  if (last?.style === style) last.text += text;
  else line.runs.push({ style, text });
  line.length += size;
}

function lengthOf<Style>({ cells, length }: Line<Style>): number {
  return cells?.length ?? length;
}

function unitsOf<Style>({ cells, runs }: Line<Style>): number {
  // An estimate for cells: astral characters have two units.
  return cells?.length ?? runs.reduce((sum, { text }) => sum + text.length, 0);
}

function charactersIn(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let size = 0;
  for (const _character of text) size++;
  return size;
}

/** Trailing spaces of an overwritten line are invisible. */
function runsOf<Style>({ runs, cells }: Line<Style>): StyledText<Style>[] {
  if (cells === null) return runs.map((run) => ({ ...run }));
  let end = cells.length;
  while (end > 0 && cells[end - 1]?.character === ' ') end--;
  const merged: StyledText<Style>[] = [];
  for (const { style, character } of cells.slice(0, end)) {
    const last = merged.at(-1);
    if (last?.style === style) last.text += character;
    else merged.push({ style, text: character });
  }
  return merged;
}
