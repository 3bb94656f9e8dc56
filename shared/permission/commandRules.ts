// How a rule about a command's first words fits one part of a command line.
//
// A permission "commands that begin with `npm test`" means: exactly these words, then any further words that are known
// before it runs. It says nothing of options that make a program write a file or run another one (`cautions`), of words made
// while it runs, of variables that change what programs do, nor of files written by redirection: those are asked about. For
// a program that runs what its argument names, such as `python` or `npm run`, the rule must name that too.
//
// A refusal is broad: the program by whatever path or case it is called, its words with options between them.

import { pathFits } from './pathPattern.ts';
import { programName, sayingWords } from './programs.ts';
import type { CommandPart, RuleMatch } from './rule.ts';

/** Variables that change what is printed and nothing else. */
const harmlessVariables =
  /^(?:CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|NODE_ENV|LANG|LC_[A-Z]+|COLUMNS|LINES|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|DEBIAN_FRONTEND)$/;

export function isHarmlessVariable(name: string): boolean {
  return harmlessVariables.test(name);
}

/** Print, compare, wait, end, or make the shell stricter: they need no rule beside a part that has one. */
const harmlessPrograms = new Set([
  'true',
  'false',
  ':',
  'echo',
  'printf',
  'pwd',
  'exit',
  'test',
  '[',
  'sleep',
  'wait',
  'set',
]);

const nowhere = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

export function isHarmlessPart(part: CommandPart, folder: string | null): boolean {
  const [first, second, ...more] = part.words;
  if (part.assignments.length > 0 || part.words.includes(null) || part.cautions.length > 0) return false;
  if (!part.redirections.every(isHarmlessRedirection)) return false;
  // To go where one is already.
  if (first === 'cd') return more.length === 0 && (second === '.' || (folder !== null && second === folder));
  return harmlessPrograms.has(first as string);
}

function isHarmlessRedirection({ mode, path }: CommandPart['redirections'][number]): boolean {
  return path !== null && (mode === 'read' || nowhere.has(path));
}

/** Whether a permission covers the words of this part. */
export function wordsAllowed(part: CommandPart, wanted: readonly string[]): boolean {
  const { words, cautions, assignments } = part;
  if (wanted.length === 0 || words.length < wanted.length || words.includes(null)) return false;
  if (!wanted.every((word, at) => words[at] === word)) return false;
  if (!assignments.every(isHarmlessVariable)) return false;
  if (words.length === wanted.length) return true;
  const least = sayingWords(wanted);
  return least !== null && wanted.length >= least && cautions.length === 0;
}

/** Whether every file that this part writes by redirection is named by one of the permissions. */
export function redirectionsAllowed(part: CommandPart, paths: readonly string[], folder: string | null): boolean {
  return part.redirections.every((redirection) => {
    if (isHarmlessRedirection(redirection)) return true;
    const { path } = redirection;
    const absolute = path === null ? null : resolved(path, folder);
    return absolute !== null && paths.some((pattern) => pathFits(pattern, absolute, { folder, broad: false }));
  });
}

/** From the project's folder on; null where it climbs out of where it begins, or there is no folder. */
export function resolved(path: string, folder: string | null): string | null {
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)) return path;
  return folder === null || path === '' ? null : `${folder}/${path}`;
}

/** Whether a refusal is about this part; `maybe`: a word is made while it runs, or an option hides what is meant. */
export function wordsRefused(part: CommandPart, wanted: readonly string[]): 'yes' | 'maybe' | 'no' {
  const [program, ...rest] = wanted;
  const [first, ...given] = part.words;
  if (program === undefined) return 'no';
  if (first === undefined) return 'no';
  if (first === null) return 'maybe';
  if (!sameProgram(first, program)) return 'no';
  if (rest.length === 0) return 'yes';
  const wantedPlain = rest.filter((word) => !word.startsWith('-'));
  const givenPlain = given.filter((word) => word === null || !word.startsWith('-'));
  const options = rest.filter((word) => word.startsWith('-'));
  const begins = wantedPlain.every((word, at) => givenPlain[at] === word);
  if (begins) {
    if (options.every((option) => hasOption(option, given))) return 'yes';
    // `rm --recursive` is `rm -r`, and nobody knows all of them.
    return given.some((word) => word === null || word.startsWith('-')) ? 'maybe' : 'no';
  }
  if (given.includes(null)) return 'maybe';
  // An option before it may have taken a word: `git -C . push`.
  const between = given.some((word) => word?.startsWith('-')) && wantedPlain.every((word) => givenPlain.includes(word));
  return between ? 'maybe' : 'no';
}

function sameProgram(one: string, other: string): boolean {
  const form = (word: string): string =>
    programName(word)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[. ]+$/, '');
  return form(one) === form(other);
}

function hasOption(option: string, given: readonly (string | null)[]): boolean {
  if (given.some((word) => word === option || word?.startsWith(`${option}=`))) return true;
  if (!/^-[A-Za-z]+$/.test(option)) return false;
  const letters = given.filter((word): word is string => /^-[A-Za-z]/.test(word ?? '')).join('');
  return [...option.slice(1)].every((letter) => letters.includes(letter));
}

/** Words and files of a command that a refusal of paths may be about. */
export function namedPaths(part: CommandPart, folder: string | null): string[] {
  const words = part.words.flatMap((word) => (word === null ? [] : [word, ...word.split(/[=:,]/).slice(1)]));
  const files = part.redirections.flatMap(({ path }) => (path === null ? [] : [path]));
  return [...words, ...files].flatMap((path) => resolved(path, folder) ?? []);
}

/** True for a rule that speaks of commands. */
export function isAboutCommands(match: RuleMatch): boolean {
  return match.command !== undefined || match.commandLine !== undefined;
}
