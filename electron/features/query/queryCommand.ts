// throughline query: the answer as a table, as JSON or as CSV, printed while the query runs.

import type { AppError } from '../../../shared/core/errors.ts';
import { csvLine } from '../../../shared/features/query/csv.ts';
import type { Cell } from '../../../shared/features/query/methods.ts';
import { columnsOf, viewNames } from '../../../shared/features/query/views.ts';
import { type ExitCode, type Line, type Terminal, waitForReader } from '../../host/terminal/terminal.ts';
import { cutToWidth, textWidth, visibleLine } from '../../host/terminal/terminalText.ts';
import type { QueryPosition } from './checkQuery.ts';
import { progressText } from './queryService.ts';

type QueryLine = Line<{
  limit: number | undefined;
  json: boolean;
  csv: boolean;
  views: boolean;
  to: string | undefined;
  out: string | undefined;
}>;

const defaultTableRows = 1_000;
const maxCellWidth = 60;

export async function queryCommand(terminal: Terminal<QueryLine>): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const { views, to, json, csv, limit } = line.values;
  if (views) return printViews(terminal);
  if (to !== undefined) return (await import('./parquetCommand.ts')).parquetCommand(terminal, line.values.out ?? '');
  const sql = line.positionals[0] ?? '';
  const printer = json ? jsonPrinter(terminal) : csv ? csvPrinter(terminal) : tablePrinter(terminal);
  const maxRows = limit ?? (json || csv ? Number.POSITIVE_INFINITY : defaultTableRows);
  let count = 0;
  let more = false;
  const ran = await core.queries.run(sql, {
    signal,
    onProgress: (done, total) => terminal.progress(progressText(done, total)),
    onColumns(columns) {
      terminal.progress(null);
      printer.begin(columns);
    },
    async onRows(rows) {
      const page = rows.slice(0, maxRows - count);
      count += page.length;
      more = page.length < rows.length;
      for (const row of page) printer.row(row);
      await waitForReader(terminal);
      return !more;
    },
  });
  terminal.progress(null);
  if (signal.aborted) return 130;
  if (!ran.ok) {
    terminal.err(errorText(sql, ran.error));
    return 1;
  }
  printer.end();
  if (more) terminal.err(`There are more rows. Use --limit ${maxRows * 10}, --json or --csv to see them.\n`);
  return 0;
}

interface Printer {
  begin(columns: readonly string[]): void;
  row(cells: readonly Cell[]): void;
  end(): void;
}

/** An array with a row on each line. */
function jsonPrinter({ out }: Terminal): Printer {
  let names: string[] = [];
  let separator = '[\n';
  return {
    begin(columns) {
      names = distinctNames(columns);
    },
    row(cells) {
      out(`${separator}${JSON.stringify(Object.fromEntries(cells.map((cell, at) => [names[at], cell])))}`);
      separator = ',\n';
    },
    end: () => out(separator === '[\n' ? '[]\n' : '\n]\n'),
  };
}

/** A second `a` is called `a_2`, as an object has each name once. */
export function distinctNames(columns: readonly string[]): string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column;
    for (let n = 2; taken.has(name); n++) name = `${column}_${n}`;
    taken.add(name);
    return name;
  });
}

function csvPrinter({ out }: Terminal): Printer {
  return { begin: (columns) => out(csvLine(columns)), row: (cells) => out(csvLine(cells)), end: () => {} };
}

/** Rows are collected for the widths of the columns. */
function tablePrinter({ out }: Terminal): Printer {
  let head: readonly string[] = [];
  const rows: (readonly Cell[])[] = [];
  return {
    begin(columns) {
      head = columns;
    },
    row: (cells) => void rows.push(cells),
    end: () => out(tableText(head, rows)),
  };
}

export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map((cells) =>
    cells.map((cell) => cutToWidth(visibleLine(cellText(cell)), maxCellWidth)),
  );
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => textWidth(cells[at] ?? ''))));
  const isNumeric = head.map((_, at) => rows.length > 0 && rows.every((cells) => typeof cells[at] !== 'string'));
  const padded = lines.map((cells) =>
    cells
      .map((text, at) => {
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - textWidth(text)));
        return isNumeric[at] ? space + text : text + space;
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return `${[padded[0], rule, ...padded.slice(1)].join('\n')}\n`;
}

function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell);
}

/** With the line of the query, and a mark below the place. */
export function errorText(sql: string, { message, details }: AppError): string {
  const position = details?.position as QueryPosition | undefined;
  if (!position) return `${message}\n`;
  const line = visibleLine(sql.split('\n')[position.line - 1] ?? '');
  const mark = `${' '.repeat(textWidth(line.slice(0, position.column - 1)))}^`;
  return `${message} (line ${position.line}, column ${position.column})\n${line}\n${mark}\n`;
}

function printViews(terminal: Terminal): ExitCode {
  const rows = viewNames.flatMap((view) => columnsOf(view).map(({ name, type }) => [view, name, type]));
  terminal.out(tableText(['view', 'column', 'type'], rows));
  return 0;
}
