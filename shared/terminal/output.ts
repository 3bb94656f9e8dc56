// Feeds terminal output chunk by chunk to a screen: text, line breaks, carriage returns, backspaces and escape
// sequences. Skips titles, links, bells and other non-printing output.

import type { Screen } from './screen.ts';

// Control sequences, strings up to their terminator, other escapes, and single control characters.
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\u001b\[([0-9;:?<>=!]*)([ -/]*)([@-~])|\u001b[\]PX^_][^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]+[0-~]|\u001b([0-~])?|[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f]/g;

/** The start of a sequence, at the end of a chunk. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unfinished = /\u001b(?:\[[0-9;:?<>=!]*[ -/]*|[\]PX^_][^\u0007\u001b\u009c\n]*\u001b?|[ -/]*)$/;
/** For a string in a sequence: longer ones are text. */
const maxHeld = 4096;

/** Returns whether a terminal would display the text differently. Ignores CRLF and tabs. */
export function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/.test(text);
}

/** Returns the length in UTF-16 units of an incomplete sequence at the end of a text. */
export function unfinishedLength(text: string): number {
  return unfinished.exec(text.slice(-maxHeld))?.[0].length ?? 0;
}

/** Strips controls without moving, overwriting or erasing anything. */
export function withoutControls(text: string): string {
  return text.replace(controls, (control) => (breaks.has(control) ? '\n' : ''));
}

const breaks = new Set(['\n', '\v', '\f', '\u0085']);

/** Cells that may be touched per character of output, and as a minimum. */
const workPerCharacter = 8;
const minWork = 50_000;
const partLength = 4096;

/** Adds a chunk to the screen. False: it would exceed the work limit, so the screen is incomplete. */
export type AddOutput = (text: string) => boolean;

/** Sequences and characters may be split across chunks; an unterminated one is not displayed. */
export function readOutput<Style>(
  screen: Screen<Style>,
  plain: Style,
  restyle: (style: Style, codes: string) => Style,
): AddOutput {
  let style = plain;
  let pending = '';
  let consumed = 0;
  let isOver = false;

  function take(text: string): void {
    let at = 0;
    for (const match of text.matchAll(controls)) {
      if (screen.work() > minWork + workPerCharacter * consumed) {
        isOver = true;
        return;
      }
      if (match.index > at) screen.write(text.slice(at, match.index), style);
      at = match.index + match[0].length;
      const [whole, parameters = '', between = '', final, letter] = match;
      if (final !== undefined) {
        if (between !== '') continue;
        if (final === 'm') style = /^[\d;:]*$/.test(parameters) ? restyle(style, parameters) : style;
        else screen.move(final, parameters);
      } else if (letter !== undefined) screen.escape(letter);
      else if (breaks.has(whole)) screen.newLine();
      else if (whole === '\r') screen.toColumn(0);
      else if (whole === '\b') screen.byColumns(-1);
    }
    if (at < text.length) screen.write(text.slice(at), style);
  }

  return (text) => {
    for (let at = 0; at < text.length && !isOver; at += partLength) {
      const part = pending + text.slice(at, at + partLength);
      const cut = part.length - (unfinishedLength(part) || (/[\ud800-\udbff]$/.test(part) ? 1 : 0));
      pending = part.slice(cut);
      consumed += cut;
      take(part.slice(0, cut));
    }
    return !isOver;
  };
}
