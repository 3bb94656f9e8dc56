// Other people's text for a terminal: characters it would obey or hide are written out as ⟨U+…⟩, as in the window.

import { visibleText } from '../../../shared/visibleText.ts';

export { visibleText };

/** On one line, whatever is in it: a line break in it could begin a line that looks like one of the app's. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, (found) => (found === '\n' ? '⟨U+000A⟩' : '⟨U+0009⟩'));
}

/** With its lines, each set in: none of them looks like one of the app's. */
export function visibleBlock(text: string): string {
  return visibleText(text)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Sizes as the command line prints them: 512 B, 14 kB, 1.2 MB. Decimal units, as file managers show them. */
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit > 0 && value < 9.95 ? 1 : 0)} ${units[unit]}`;
}

/** Embeddings, overrides and isolates show letters in another order than they are written in. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;
/** Marks that only move what is next to them, and are part of right-to-left prose. */
const directionMarks = /[\u200e\u200f\u061c]/g;

const bold = new Set(['\x1b[1m', '\x1b[22m']);

/**
 * Text that is safe to print on a terminal. What a model, a tool or a file says could hold control sequences that move the
 * cursor, change the window's title or answer for the user: each becomes one replacement character. Characters that reorder
 * text are written out, and direction marks dropped. Line feeds, tabs and our own bold stay. Accepts a text in pieces.
 */
export function safeText(text: string): string {
  const ordered = text.replace(directionMarks, '').replace(reordering, visibleText);
  return ordered.replaceAll('\r\n', '\n').replace(/\p{Cc}(?:\[\d{1,2}m)?/gu, (found) => {
    const first = found.charAt(0);
    if (first === '\n' || first === '\t' || bold.has(found)) return found;
    return `\uFFFD${found.slice(1)}`;
  });
}
