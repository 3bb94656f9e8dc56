// The words behind the name of a prompt as its arguments: `name=value`, `"name=two words"`, `name="two words"`, and words
// without a name, which are the arguments in order. Pure.

import { fail, ok, type Result } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';
import type { ListedArgument } from '../connection/listedPrompts.ts';

/** Characters of what was typed that are said again. */
const mostRepeated = 200;

export interface PromptWords {
  arguments: Record<string, string>;
  /** What was typed to a prompt that takes nothing: it goes with the message. */
  rest: string;
}

/** `name`: of the prompt, as it was typed. What stands behind the last argument belongs to it. */
export function promptWords(
  name: string,
  listed: readonly Pick<ListedArgument, 'name' | 'required'>[],
  words: string,
): Result<PromptWords> {
  if (listed.length === 0) return ok({ arguments: {}, rest: words.trim() });
  const given = new Map<string, string>();
  const unnamed: string[] = [];
  for (const word of wordsIn(words)) {
    const at = word.indexOf('=');
    const argument = at > 0 ? listed.find((one) => one.name === word.slice(0, at)) : undefined;
    if (argument) given.set(argument.name, word.slice(at + 1));
    else unnamed.push(word);
  }
  const open = listed.filter((argument) => !given.has(argument.name));
  if (open.length === 0 && unnamed.length > 0) {
    return fail('PARAMS_INVALID', say`/${name} has no argument for ${unnamed.join(' ')}.`);
  }
  for (const [at, argument] of open.entries()) {
    const value = at === open.length - 1 ? unnamed.slice(at).join(' ') : unnamed[at];
    if (value !== undefined && value !== '') given.set(argument.name, value);
  }
  const missing = listed.filter((argument) => argument.required && (given.get(argument.name) ?? '') === '');
  if (missing.length > 0) {
    const names = say.list(missing.map((argument) => argument.name));
    const typed = words.trim().length <= mostRepeated ? words.trim() : '…';
    const example = [`/${name}`, typed, ...missing.map((argument) => `${argument.name}=…`)].filter(
      (word) => word !== '',
    );
    return fail('PARAMS_INVALID', say`/${name} needs ${names}. Write it as ${example.join(' ')}`);
  }
  return ok({ arguments: Object.fromEntries(given), rest: '' });
}

/** Split at white space outside of double quotes; `\"` is a quote, and in quotes `\\` is one `\`. One that is not closed goes to the end. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === '\\' && (next === '"' || (isQuoted && next === '\\'))) {
      word = (word ?? '') + next;
      at++;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (!isQuoted && /\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  return word === null ? words : [...words, word];
}
