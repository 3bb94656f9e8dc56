// Classifies single lines of Markdown and standalone blocks, by characters and without a parser. When in doubt, a block
// continues.

/** A line that begins a list item. */
export const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** The end of the line at `from`, including its line break; searches at most to `max`. */
export function lineEnd(text: string, from: number, max: number): number {
  const newline = text.slice(from, max).indexOf('\n');
  return newline < 0 ? Math.min(text.length, max) : from + newline + 1;
}

/** True if a line after a blank one may still belong to the previous block, judged by its first characters only. */
export function mayContinueBlock(line: string, inList: boolean): boolean {
  if (/^(?: {2}|\t| \t)/.test(line)) return true;
  return inList && /^ ?[-*+\d]/.test(line);
}

/**
 * A line that certainly begins a list item, whatever follows. `marker`: the bullet, or the character after the number.
 */
export function definiteListItem(line: string): { marker: string; number: number | null } | null {
  const [, bullet, number, after, first] = /^(?:([-*+])|(\d{1,9})([.)]))[ \t]+(\S)/.exec(line.slice(0, 40)) ?? [];
  // The same mark again may be a thematic break.
  if (first === undefined || first === bullet) return null;
  return { marker: bullet ?? (after as string), number: number === undefined ? null : Number(number) };
}

/** A thematic break. */
export const isThematicBreak = (content: string): boolean =>
  /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(content);

const displays = [
  { open: '$$', close: '$$' },
  { open: '\\[', close: '\\]' },
];

/** The end mark of a formula that the line leaves open; null if none. */
export function openFormulaEnd(content: string): string | null {
  const display = displays.find(({ open }) => content.startsWith(open));
  return display && !content.slice(2).includes(display.close) ? display.close : null;
}
