// Shell builtins that change the meaning of later commands, or evaluate their arguments, through which some shells run
// code. Returns the doubt as a sentence.

import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';

type Words = readonly (string | null)[];

const changing: Readonly<Record<string, Sentence>> = {
  eval: say`eval runs text as a command.`,
  source: say`source runs a file in the shell itself.`,
  '.': say`“.” runs a file in the shell itself.`,
  alias: say`alias changes what later commands mean.`,
  unalias: say`unalias changes what later commands mean.`,
  trap: say`trap sets a command to run later.`,
  enable: say`enable changes the shell’s built-in commands.`,
  hash: say`hash changes which program a name refers to.`,
  bind: say`bind sets a command to run later.`,
  complete: say`complete sets a command to run later.`,
  fc: say`fc runs earlier commands again.`,
  history: say`history reads or writes the command history file.`,
  shopt: say`shopt changes how the shell reads commands.`,
  setopt: say`setopt changes how the shell reads commands.`,
  emulate: say`emulate changes how the shell reads commands.`,
  zmodload: say`zmodload adds commands to the shell.`,
  autoload: say`autoload adds commands to the shell.`,
  let: say`let changes variables.`,
  umask: say`umask changes who can read new files.`,
  repeat: say`repeat runs a command repeatedly.`,
  noglob: say`noglob changes how a command is run.`,
  nocorrect: say`nocorrect changes how a command is run.`,
};

const setting = new Set([
  ...['export', 'readonly', 'declare', 'typeset', 'local', 'unset', 'read', 'mapfile', 'readarray', 'getopts', 'vared'],
  ...['setenv', 'unsetenv', 'integer', 'float'],
]);

/** Options of `set` that only make the shell stricter or more verbose. */
const harmlessSet = /^(?:[-+][eunxv]+o?|[-+]o|errexit|nounset|xtrace|verbose|pipefail)$/;

const isNumber = (word: string | null | undefined): boolean => /^(?:-?\d+(?:\.\d+)?|\$[?#$])$/.test(word ?? '');

/** Tests on files and strings only; numbers are accepted only as literals, because some shells would evaluate them. */
const asking = new Set('-b -c -d -e -f -g -h -k -L -n -p -r -s -S -u -w -x -z -O -G -N -nt -ot -ef -a -o'.split(' '));
const comparing = /^-(?:eq|ne|lt|le|gt|ge)$/;

function isPlainTest(words: Words): boolean {
  return words.every((word, at) => {
    if (!word?.startsWith('-') || asking.has(word) || isNumber(word)) return true;
    return comparing.test(word) && isNumber(words[at - 1]) && isNumber(words[at + 1]);
  });
}

/** Strings, and numbers if the format says so. Other formats set variables or evaluate. */
const plainFormat = /^(?:[^%\\]|\\(?:[abefnrtv\\"']|033)|%%|%[-+ #0]{0,5}\d{0,3}(?:\.\d{0,3})?[sbcdiouxXeEfFgG])*$/;

function isPlainPrintf(words: Words): boolean {
  const [format, ...values] = words[0] === '--' ? words.slice(1) : words;
  if (typeof format !== 'string' || !plainFormat.test(format)) return false;
  if (words[0] !== '--' && format.startsWith('-')) return false;
  return values.every(isNumber) || !/%[-+ #\d.]*[diouxXeEfFgG]/.test(format.replaceAll('%%', ''));
}

/** Builtins that are harmless with these arguments. */
const plain: Readonly<Record<string, (words: Words) => boolean>> = {
  test: isPlainTest,
  '[': isPlainTest,
  printf: isPlainPrintf,
  wait: (words) => words.every((word) => /^%?\d+$/.test(word ?? '')),
  sleep: (words) => words.every((word) => /^[\d.]+[smhd]?$/.test(word ?? '')),
  exit: (words) => words.every(isNumber),
  set: (words) => words.length > 0 && words.every((word) => harmlessSet.test(word ?? '')),
};

/** Null if it has no such effect. */
export function builtinDoubt(words: Words): UserText | null {
  const [first, ...rest] = words;
  if (typeof first !== 'string') return null;
  if (setting.has(first)) return say`${first} changes variables that later commands use.`;
  if (Object.hasOwn(plain, first) && !plain[first]?.(rest))
    return say`${first} may change variables or run code passed to it.`;
  return Object.hasOwn(changing, first) ? (changing[first] as Sentence) : null;
}
