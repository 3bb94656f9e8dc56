// The words behind a name that is called with `/`, split as a shell would: at white space, but not in quotes. And back, so that
// what a form gives can be typed. Pure.

import type { SlashArgument } from './slash.ts';

const most = 1_000;

export function splitWords(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}

/** `at`: where it begins in the text. */
function wordsIn(text: string): { word: string; at: number }[] {
  const words: { word: string; at: number }[] = [];
  let word: string | null = null;
  let start = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length && words.length < most; at++) {
    const character = text[at] as string;
    if (quote === null && /\s/.test(character)) {
      if (word !== null) words.push({ word, at: start });
      word = null;
      continue;
    }
    if (word === null) {
      word = '';
      start = at;
    }
    if (character === quote) quote = null;
    else if (quote === null && isQuote(text, at, word)) quote = character;
    else if (quote === '"' && character === '\\' && /["\\]/.test(text[at + 1] ?? '')) word += text[++at];
    else word += character;
  }
  if (word !== null && words.length < most) words.push({ word, at: start });
  return words;
}

/** At the beginning of a word or of a value, and closed again: an apostrophe is none. */
function isQuote(text: string, at: number, word: string): boolean {
  const character = text[at];
  if (character !== '"' && character !== "'") return false;
  return (word === '' || word.endsWith('=')) && text.indexOf(character, at + 1) > at;
}

/**
 * The values for arguments: `name=value`, `"name=two words"`, and other words in the order of those that are not named; the
 * last of these takes all the words that are left. What was not given has its default. `rest`: words that no argument takes.
 */
export function givenArguments(
  known: readonly SlashArgument[],
  text: string,
): { values: Map<string, string>; rest: string } {
  const values = new Map<string, string>();
  const plain: { word: string; at: number }[] = [];
  for (const one of wordsIn(text)) {
    const at = one.word.indexOf('=');
    const name = at > 0 ? one.word.slice(0, at) : null;
    if (name !== null && known.some((argument) => argument.name === name)) values.set(name, one.word.slice(at + 1));
    else plain.push(one);
  }
  const open = known.filter(({ name }) => !values.has(name));
  for (const [at, { name }] of open.entries()) {
    const isLast = at === open.length - 1;
    const words = isLast ? plain.splice(0) : plain.splice(0, 1);
    if (words.length > 0) values.set(name, words.map(({ word }) => word).join(' '));
  }
  for (const { name, default: usual } of known) if (usual !== undefined && !values.has(name)) values.set(name, usual);
  return { values, rest: plain.map(({ word }) => word).join(' ') };
}

/** One argument as it is typed. */
export function argumentWord(name: string, value: string): string {
  return /^[^\s"'\\]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
}
