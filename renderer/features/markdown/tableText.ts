// A table as text to be pasted: as Markdown, and as values with commas (RFC 4180).

/** The first row is the head. */
export function tableAsMarkdown(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  const [head = [], ...others] = rows;
  return line(head) + line(head.map(() => '---')) + others.map(line).join('');
}

/** A cell that a spreadsheet would take for a formula has a `'` before it. */
export function tableAsCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(value).join(',')}\r\n`).join('');
}

function value(cell: string): string {
  const text = /^[=@\t\r]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
