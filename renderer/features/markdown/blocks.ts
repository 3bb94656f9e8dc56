// What a line of Markdown says of the block that it stands in, and what holds for a block by itself. Judged by letters,
// without a parser; where it is in doubt a block goes on.

/** A line that begins an item of a list. */
export const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** Where the line that `from` stands in ends, with its line end; looked for as far as `most` only. */
export function lineEnd(text: string, from: number, most: number): number {
  const newline = text.slice(from, most).indexOf('\n');
  return newline < 0 ? Math.min(text.length, most) : from + newline + 1;
}

/** True when a line after a blank one may still belong to the block before it. Judged by its first letters alone. */
export function continues(line: string, inList: boolean): boolean {
  if (/^(?: {2}|\t| \t)/.test(line)) return true;
  return inList && /^ ?[-*+\d]/.test(line);
}

/** A line that is sure to begin an item, whatever comes after it: in `marker` a bullet, or what follows the number. */
export function sureItem(line: string): { marker: string; number: number | null } | null {
  const [, bullet, number, after, first] = /^(?:([-*+])|(\d{1,9})([.)]))[ \t]+(\S)/.exec(line.slice(0, 40)) ?? [];
  // The same mark again may be a rule.
  if (first === undefined || first === bullet) return null;
  return { marker: bullet ?? (after as string), number: number === undefined ? null : Number(number) };
}

/** A line that is nothing but a rule across the page. */
export const isRule = (content: string): boolean =>
  /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(content);

const displays = [
  { open: '$$', close: '$$' },
  { open: '\\[', close: '\\]' },
];

/** What ends the formula that a line begins and does not end; null when it begins none. */
export function opensFormula(content: string): string | null {
  const found = displays.find(({ open }) => content.startsWith(open));
  return found && !content.slice(2).includes(found.close) ? found.close : null;
}
