// "Commands that begin with `npm test`", allowed from a card: how many first words to suggest, and what may follow them.

import { isAddress } from './harmlessCommand.ts';
import { type PrefixRow, prefixTable } from './prefixTable.ts';

type Words = readonly (string | null)[];

/** The name of a script or target: no path, option or variable. */
const scriptName = /^[A-Za-z0-9][\w:.-]*$/;

/** Null: not a well-known tool. */
function rowOf(words: Words): { length: number; row: PrefixRow } | null {
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const first = words.slice(0, length);
    if (first.includes(null)) continue;
    const last = first.at(-1) ?? '';
    const keys = [first.join(' '), ...(scriptName.test(last) ? [[...first.slice(0, -1), '*'].join(' ')] : [])];
    const key = keys.find((each) => Object.hasOwn(prefixTable, each));
    // A word with a space in it is not two words.
    if (key !== undefined && !first.some((word) => word?.includes(' ')))
      return { length, row: prefixTable[key] as PrefixRow };
  }
  return null;
}

/** Returns whether the words after the first `length` ones only choose what the tool does. */
export function areKnownToFollow(words: Words, length: number): boolean {
  const tool = rowOf(words.slice(0, length));
  return tool !== null && tool.length <= length && fits(tool.row, words.slice(length));
}

/** Returns the fewest first words that cover the whole command; null: not a well-known tool. */
export function prefixLength(words: Words): number | null {
  const tool = rowOf(words);
  if (tool === null || words.includes(null)) return null;
  // Words that may not follow become part of it: targets and files, never an option that is unknown.
  if (!fits(tool.row, words.slice(tool.length), isPlainWord)) return null;
  for (let length = tool.length; length < words.length; length++) if (areKnownToFollow(words, length)) return length;
  return words.length;
}

type WordTest = (word: string, kind: PrefixRow['words']) => boolean;

function fits(row: PrefixRow, further: Words, mayFollow: WordTest = isKindOfWord): boolean {
  let options = readOptions(row.options);
  let isAfter = false;
  for (let at = 0; at < further.length; at++) {
    const word = further[at];
    if (typeof word !== 'string') return false;
    if (word === '--' && !isAfter) {
      isAfter = true;
      options = readOptions(row.after ?? '');
    } else if (word.startsWith('-')) {
      const taken = optionWords(options, word, further[at + 1]);
      if (taken === 0) return false;
      at += taken - 1;
    } else if (!mayFollow(word, row.words)) return false;
  }
  return true;
}

/** Returns how many words the option takes; 0: unknown. */
function optionWords(options: ReadonlyMap<string, string>, word: string, next: string | null | undefined): number {
  const [, name = word, joined] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  const kind = options.get(name);
  if (kind === undefined) return joined === undefined ? shortOptions(options, word, next) : 0;
  if (joined !== undefined) return kind !== '' && isValue(kind, joined) ? 1 : 0;
  if (kind === '' || kind === '?') return 1;
  return isNextValue(kind, next) ? 2 : 0;
}

/** `-xvs`, `-j8`, `-am 'message'`: single letters, of which only the last may take a value. */
function shortOptions(options: ReadonlyMap<string, string>, word: string, next: string | null | undefined): number {
  const [, letters = '', digits = ''] = /^-([A-Za-z]+)(\d*)$/.exec(word) ?? [];
  if (letters === '') return 0;
  const kinds = [...letters].map((letter) => options.get(`-${letter}`));
  const last = kinds.at(-1);
  if (kinds.includes(undefined) || kinds.slice(0, -1).some((kind) => kind !== '')) return 0;
  if (digits !== '') return (last === '=' || last === '?') && letters.length === 1 ? 1 : 0;
  if (letters.length === 1) return 0;
  if (last === '' || last === '?') return 1;
  return last !== undefined && isNextValue(last, next) ? 2 : 0;
}

function isNextValue(kind: string, next: string | null | undefined): boolean {
  return typeof next === 'string' && !next.startsWith('-') && isValue(kind, next);
}

function isValue(kind: string, value: string): boolean {
  if (kind === 'text') return true;
  // No path: it could name a file to load.
  if (kind === '=' || kind === '?') return /^[\w.,:%+-]*$/.test(value);
  return kind.split('|').includes(value);
}

/** No address, variable, list of options or pattern of git. */
function isPlainWord(word: string): boolean {
  return isTest(word) || (!isAddress(word) && !/^[+@:]|^\w+=/.test(word));
}

// Paths outside the folder, and files that control tools, are judged where they lead.
function isKindOfWord(word: string, kind: PrefixRow['words']): boolean {
  return kind !== '' && isPlainWord(word);
}

/** `test/a.test.ts`, `tests/test_a.py::test_one`: a path named as a test. */
function isTest(word: string): boolean {
  const names = word.replace(/::.*$/s, '').replace(/^\.\//, '').split('/');
  const isPlain = names.every((name, at) => /^[\w[\]()-][\w.[\]()-]*$/.test(name) || (name === '' && at > 0));
  return isPlain && names.some((name) => /(?:^|[._-])(?:tests?|specs?|e2e|__tests__)(?:[._-]|$)/i.test(name));
}

function readOptions(list: string): ReadonlyMap<string, string> {
  const entries = list.split(/\s+/).filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const [, name = entry, kind] = /^(.[^=]*)=(.*)$/.exec(entry) ?? [];
      return [name, kind === undefined ? '' : kind === '' ? '=' : kind];
    }),
  );
}
