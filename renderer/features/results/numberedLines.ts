// The result of read_file as lines with their numbers, and what stands around them as notices.

import { visibleText } from '../../ui/visibleText.ts';
import { ansiParts } from './ansi.ts';

export interface NumberedLine {
  /** Null: a notice of the tool, not a line of the file. */
  number: number | null;
  text: string;
}

export function numberedLines(content: string): NumberedLine[] {
  return content.split('\n').map((line) => {
    const match = /^ *(\d+)\t(.*)$/s.exec(line);
    return match ? { number: Number(match[1]), text: match[2] as string } : { number: null, text: line };
  });
}

/** True when it is what read_file gives for a text: other results are shown as they are. */
export function isNumbered(content: string): boolean {
  return /^ *\d+\t/.test(content);
}

/**
 * The last line of live output that says something, without the codes that colour or move a terminal, and with nothing
 * hidden in it.
 */
export function lastLine(output: string): string {
  const plain = ansiParts(output.slice(-4000))
    .map((part) => part.text)
    .join('');
  return visibleText(plain.split(/[\r\n]+/).findLast((line) => line.trim() !== '') ?? '');
}
