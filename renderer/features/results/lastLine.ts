// The last line of live output that says something, without the codes that colour or move a terminal, and with nothing
// hidden in it.

import { visibleText } from '../../ui/visibleText.ts';
import { ansiParts } from './ansi.ts';

export function lastLine(output: string): string {
  const plain = ansiParts(output.slice(-4000))
    .map((part) => part.text)
    .join('');
  return visibleText(plain.split(/[\r\n]+/).findLast((line) => line.trim() !== '') ?? '');
}
