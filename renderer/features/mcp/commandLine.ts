// Splits a command line typed into the command field as a shell would, where that is unambiguous. Paths with spaces and
// lines that only a shell could run stay unchanged. Pure.

import type { EntryFields } from './entryFields.ts';

/** Characters that a shell would interpret. */
const shellSigns = /[|&;<>`]|\$\(|\n/;

/** The words without quotes; null: unclosed quote. */
function wordsOf(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (const letter of line) {
    if (quote !== '') {
      if (letter === quote) quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + letter;
    }
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}

/** True for a command, by name or by a path without spaces, followed by arguments; false for "/opt/My App/run". */
export function isCommandLine(command: string): boolean {
  const plain = command.trim();
  if (!/\s/.test(plain)) return false;
  const [first = '', ...rest] = plain.split(/\s+/);
  const isPath = /[\\/]/.test(first);
  return !isPath || shellSigns.test(plain) || rest.some((word) => /^["']?(?:-|@)/.test(word));
}

/** Moves arguments into their field; unchanged if that field has content or the split is ambiguous. */
export function splitFields(fields: EntryFields): EntryFields {
  const line = fields.command.trim();
  if (!isCommandLine(line) || shellSigns.test(line) || fields.args.trim() !== '') return fields;
  const [program, ...args] = wordsOf(line) ?? [];
  if (!program || args.length === 0 || program.includes('=')) return fields;
  return { ...fields, command: program, args: args.join('\n') };
}
