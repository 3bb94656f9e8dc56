// What a program printed for a terminal, as lines of parts with colours. Colours and weight are kept, in 16, 256 and all
// colours; what moves the cursor on its line or a few lines up is followed, so that a progress bar shows what it ended
// with; whole screens, titles and links are dropped.

import { hasControls, readOutput, withoutControls } from '../../../shared/terminal/output.ts';
import { createScreen } from '../../../shared/terminal/screen.ts';
import { type AnsiPart, type AnsiStyle, restyled } from './ansiStyle.ts';

const plain: AnsiStyle = {};

/** Each line as its parts; a line without any is empty. */
export function terminalLines(text: string): AnsiPart[][] {
  if (!hasControls(text) && !text.includes('\r')) return plainLines(text);
  // Nothing that was written and not written over is lost: clearing the screen takes nothing away.
  const screen = createScreen(plain, { clears: false });
  const isWhole = readOutput(screen, plain, createStyles())(text);
  if (!isWhole) return plainLines(withoutControls(text));
  return screen.lines().map((line) => line.map(({ style, text: words }) => ({ ...style, text: words })));
}

function plainLines(text: string): AnsiPart[][] {
  return text.split('\n').map((line) => (line === '' ? [] : [{ text: line }]));
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
