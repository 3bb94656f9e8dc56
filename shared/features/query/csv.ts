// A line of CSV, as RFC 4180 has it. Null is empty, and an empty text is "". Pure.

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  const text = String(cell);
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
