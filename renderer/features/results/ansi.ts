// What a program printed for a terminal, as lines of parts with colours. Colours and weight are kept, in 16, 256 and all
// colours; what moves the cursor on its line or a few lines up is followed, so that a progress bar shows what it ended
// with; whole screens, titles and links are dropped.

import { createScreen, plain } from './ansiScreen.ts';
import { type AnsiPart, type AnsiStyle, restyled } from './ansiStyle.ts';

// Control sequences, operating-system commands, and other two-letter escapes. A sequence that is cut off at the end
// counts too.
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  /\u001b(?:\[([0-9;:?<>=!]*)[ -/]*([@-~]|$)|\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[PX^_][^\u001b]*(?:\u001b\\|$)|[ -/]*[0-~]?)|[\r\n\b]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what moves or colours is looked for
const anyControl = /[\u001b\r\b]/;

/** Each line as its parts; a line without any is empty. */
export function terminalLines(text: string): AnsiPart[][] {
  if (!anyControl.test(text)) return text.split('\n').map((line) => (line === '' ? [] : [{ text: line }]));
  const screen = createScreen();
  const styles = createStyles();
  let style = plain;
  let at = 0;
  for (const match of text.matchAll(escapes)) {
    if (match.index > at) screen.write(text.slice(at, match.index), style);
    at = match.index + match[0].length;
    const [whole, codes = '', final] = match;
    if (whole === '\n') screen.newLine();
    else if (whole === '\r') screen.toColumn(0);
    else if (whole === '\b') screen.byColumns(-1);
    else if (final === 'm') style = styles(style, codes);
    else if (final !== undefined && final !== '' && /^\d*$/.test(codes)) screen.move(final, codes);
  }
  if (at < text.length) screen.write(text.slice(at), style);
  return screen.lines();
}

/** Each look once, so that parts that look alike are told by what they have. */
function createStyles(): (style: AnsiStyle, codes: string) => AnsiStyle {
  const after = new Map<AnsiStyle, Map<string, AnsiStyle>>();
  const byLook = new Map<string, AnsiStyle>([['{}', plain]]);
  return (style, codes) => {
    const known = after.get(style) ?? new Map<string, AnsiStyle>();
    after.set(style, known);
    let next = known.get(codes);
    if (!next) {
      const made = restyled(style, codes);
      const look = JSON.stringify(made);
      next = byLook.get(look) ?? made;
      byLook.set(look, next);
      known.set(codes, next);
    }
    return next;
  };
}

/** All of it as one row of parts, with the line breaks in them. */
export function ansiParts(text: string): AnsiPart[] {
  const lines = terminalLines(text);
  const parts: AnsiPart[] = [];
  for (const [index, line] of lines.entries()) {
    for (const part of line) parts.push({ ...part });
    if (index === lines.length - 1) break;
    const last = parts.at(-1);
    if (last) last.text += '\n';
    else parts.push({ text: '\n' });
  }
  return parts;
}
