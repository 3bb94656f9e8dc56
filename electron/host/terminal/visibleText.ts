// Words of somebody else's for a terminal: what it would obey or hide is written out as ⟨U+…⟩, as in the window.

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
