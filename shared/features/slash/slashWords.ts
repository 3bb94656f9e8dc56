// The words behind a name that is called with `/`, split as a shell would: at white space, but not in quotes. And back, so that
// what a form gives can be typed. Pure.

import type { SlashArgument } from './slash.ts';

/** What stands behind so many words is one word. */
const most = 1_000;

interface Word {
  word: string;
  /** The white space before it. */
  gap: string;
}

export function splitWords(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}

/** `\"` is a quote and begins none; between double quotes `\\` is one `\`. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let gap = '';
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === null && /\s/.test(character)) {
      if (word !== null) {
        words.push({ word, gap });
        word = null;
        gap = '';
      }
      gap += character;
      continue;
    }
    if (word === null && words.length === most) return [...words, { word: text.slice(at).trimEnd(), gap }];
    word ??= '';
    if (quote !== "'" && character === '\\' && (next === '"' || (quote === '"' && next === '\\'))) word += text[++at];
    else if (character === quote) quote = null;
    else if (quote === null && isQuote(text, at, word)) quote = character;
    else word += character;
  }
  return word === null ? words : [...words, { word, gap }];
}

/** At the beginning of a word or of a value, and closed again: an apostrophe is none. */
function isQuote(text: string, at: number, word: string): boolean {
  const character = text[at];
  if (character !== '"' && character !== "'") return false;
  return (word === '' || word.endsWith('=')) && text.indexOf(character, at + 1) > at;
}

/** With the white space that stood between them. */
function joined(words: readonly Word[]): string {
  return words.map(({ word, gap }, at) => (at === 0 ? word : gap + word)).join('');
}

/**
 * The values for arguments: `name=value`, `"name=two words"`, and other words in the order of those that are not named; the
 * last of these takes all the words that are left. What was not given has its default. `rest`: words that no argument takes.
 */
export function givenArguments(
  known: readonly Pick<SlashArgument, 'name' | 'default'>[],
  text: string,
): { values: Map<string, string>; rest: string } {
  if (known.length === 0) return { values: new Map(), rest: text.trim() };
  const values = new Map<string, string>();
  const plain: Word[] = [];
  for (const one of wordsIn(text)) {
    const at = one.word.indexOf('=');
    const name = at > 0 ? one.word.slice(0, at) : null;
    if (name !== null && known.some((argument) => argument.name === name)) values.set(name, one.word.slice(at + 1));
    else plain.push(one);
  }
  const open = known.filter(({ name }) => !values.has(name));
  for (const [at, { name }] of open.entries()) {
    const words = plain.splice(0, at === open.length - 1 ? plain.length : 1);
    if (words.length > 0) values.set(name, joined(words));
  }
  for (const { name, default: usual } of known) if (usual !== undefined && !values.has(name)) values.set(name, usual);
  return { values, rest: joined(plain) };
}

/** One argument as it is typed. */
export function argumentWord(name: string, value: string): string {
  return /^[^\s"'\\]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
}
