// A whole command line in the field for the program: it is split as a shell would split its words, where that is sure. A
// path with spaces is left alone, and so is what only a shell could run. Pure.

import type { EntryFields } from './entryFields.ts';

/** What a shell would do something with. */
const shellSigns = /[|&;<>`]|\$\(|\n/;

/** The words, quotes taken off; null: a quote is not closed. */
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

/** A program by its plain name or by a path without spaces, with words behind it; "/opt/My App/run" is none. */
export function isCommandLine(command: string): boolean {
  const plain = command.trim();
  if (!/\s/.test(plain)) return false;
  const [first = '', ...rest] = plain.split(/\s+/);
  const isPath = /[\\/]/.test(first);
  return !isPath || shellSigns.test(plain) || rest.some((word) => /^["']?(?:-|@)/.test(word));
}

/** With the arguments in their own field; as they are when they are there already or it cannot be told. */
export function splitFields(fields: EntryFields): EntryFields {
  const line = fields.command.trim();
  if (!isCommandLine(line) || shellSigns.test(line) || fields.args.trim() !== '') return fields;
  const [program, ...args] = wordsOf(line) ?? [];
  if (!program || args.length === 0 || program.includes('=')) return fields;
  return { ...fields, command: program, args: args.join('\n') };
}
