// Parses the output of read_file: numbered lines, and notices around them.

import { visibleText } from '../../ui/visibleText.ts';
import { ansiParts } from './ansi.ts';

export interface NumberedLine {
  /** Null: a notice of the tool instead of a line. */
  number: number | null;
  text: string;
}

export function numberedLines(content: string): NumberedLine[] {
  return content.split('\n').map((line) => {
    const match = /^ *(\d+)\t(.*)$/s.exec(line);
    return match ? { number: Number(match[1]), text: match[2] as string } : { number: null, text: line };
  });
}

/** True if the result has the format of read_file for text; others are shown as they are. */
export function isNumbered(content: string): boolean {
  return /^ *\d+\t/.test(content);
}

/** The last non-empty lines of live output, without terminal codes and with hidden characters made visible. */
export function lastLines(output: string, count: number): string[] {
  const plain = ansiParts(output.slice(-4000))
    .map((part) => part.text)
    .join('');
  const lines = plain.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.slice(-count).map(visibleText);
}

/** Empty if there is none. */
export const lastLine = (output: string): string => lastLines(output, 1)[0] ?? '';
