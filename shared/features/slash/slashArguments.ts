// Parses the arguments after a `/` name as a shell would (at white space outside quotes), and formats a form's values
// so that they parse back.

import type { SlashArgument } from './slash.ts';

/** Everything after this many words is one word. */
const maxWords = 1_000;

interface Word {
  word: string;
  /** The preceding white space. */
  gap: string;
}

export function splitWords(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}

/** `\"` is a literal quote; in double quotes `\\` is a backslash. */
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
    if (word === null && words.length === maxWords) return [...words, { word: text.slice(at).trimEnd(), gap }];
    word ??= '';
    if (quote !== "'" && character === '\\' && (next === '"' || (quote === '"' && next === '\\'))) word += text[++at];
    else if (character === quote) quote = null;
    else if (quote === null && isQuote(text, at, word)) quote = character;
    else word += character;
  }
  return word === null ? words : [...words, { word, gap }];
}

/** Only at the start of a word or value, and if closed later: otherwise it is an apostrophe. */
function isQuote(text: string, at: number, word: string): boolean {
  const character = text[at];
  if (character !== '"' && character !== "'") return false;
  return (word === '' || word.endsWith('=')) && text.indexOf(character, at + 1) > at;
}

/** Joins words with their original white space. */
function joined(words: readonly Word[]): string {
  return words.map(({ word, gap }, at) => (at === 0 ? word : gap + word)).join('');
}

/**
 * Assigns values to arguments: `name=value`, `"name=two words"`, and other words to the remaining arguments in order,
 * the last of which takes the rest. Missing ones get their default. `rest`: words without an argument.
 */
export function splitArguments(
  definitions: readonly Pick<SlashArgument, 'name' | 'default'>[],
  text: string,
): { values: Map<string, string>; rest: string } {
  if (definitions.length === 0) return { values: new Map(), rest: text.trim() };
  const values = new Map<string, string>();
  const plain: Word[] = [];
  for (const one of wordsIn(text)) {
    const at = one.word.indexOf('=');
    const name = at > 0 ? one.word.slice(0, at) : null;
    if (name !== null && definitions.some((argument) => argument.name === name))
      values.set(name, one.word.slice(at + 1));
    else plain.push(one);
  }
  const open = definitions.filter(({ name }) => !values.has(name));
  for (const [at, { name }] of open.entries()) {
    const assigned = plain.splice(0, at === open.length - 1 ? plain.length : 1);
    if (assigned.length > 0) values.set(name, joined(assigned));
  }
  for (const { name, default: usual } of definitions)
    if (usual !== undefined && !values.has(name)) values.set(name, usual);
  return { values, rest: joined(plain) };
}

/** Formats one argument as typed. */
export function argumentName(name: string, value: string): string {
  return /^[^\s"'\\]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
}
