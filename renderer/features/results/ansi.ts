// Parses terminal output into styled lines. Keeps colors (16, 256 and true color) and weight; follows cursor movement within a
// line or a few lines up, so that a progress bar shows its final state; drops full screens, titles and links.

import { hasControls, readOutput, withoutControls } from '../../../shared/terminal/output.ts';
import { createScreen } from '../../../shared/terminal/screen.ts';
import { type AnsiPart, type AnsiStyle, applyStyleCodes } from './ansiStyle.ts';

const plain: AnsiStyle = {};

/** The parts of each line; empty lines have none. */
export function terminalLines(text: string): AnsiPart[][] {
  if (!hasControls(text) && !text.includes('\r')) return plainLines(text);
  // Keeps all text that was not overwritten: clearing the screen removes nothing.
  const screen = createScreen(plain, { clears: false });
  const isWhole = readOutput(screen, plain, createStyles())(text);
  if (!isWhole) return plainLines(withoutControls(text));
  return screen.lines().map((line) => line.map(({ style, text: words }) => ({ ...style, text: words })));
}

function plainLines(text: string): AnsiPart[][] {
  return text.split('\n').map((line) => (line === '' ? [] : [{ text: line }]));
}

/** Interns styles, so that equal styles are the same object. */
function createStyles(): (style: AnsiStyle, codes: string) => AnsiStyle {
  const after = new Map<AnsiStyle, Map<string, AnsiStyle>>();
  const byLook = new Map<string, AnsiStyle>([['{}', plain]]);
  return (style, codes) => {
    const cached = after.get(style) ?? new Map<string, AnsiStyle>();
    after.set(style, cached);
    let next = cached.get(codes);
    if (!next) {
      const made = applyStyleCodes(style, codes);
      const look = JSON.stringify(made);
      next = byLook.get(look) ?? made;
      byLook.set(look, next);
      cached.set(codes, next);
    }
    return next;
  };
}

/** The whole text as one list of parts that includes its line breaks. */
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
