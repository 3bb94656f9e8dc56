// How a rule about a command's first words fits one part of a command line.
//
// A permission "commands that begin with `npm test`" means: exactly these words, then any further words that are known
// before it runs. It says nothing of options that make a program write a file or run another one (`cautions`), of words made
// while it runs, of variables that change what programs do, nor of files written by redirection: those are asked about. For
// a program that runs what its argument names, such as `python` or `npm run`, the rule must name that too.

import { pathFits } from './pathPattern.ts';
import { sayingWords } from './programs.ts';
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

export function isHarmlessRedirection({ mode, path }: CommandPart['redirections'][number]): boolean {
  return path !== null && (mode === 'read' || nowhere.has(path));
}

/** Whether a permission covers the words of this part. */
export function wordsAllowed(part: CommandPart, wanted: readonly string[]): boolean {
  const { words, cautions, assignments } = part;
  if (wanted.length === 0 || words.length < wanted.length) return false;
  if (!wanted.every((word, at) => words[at] === word) || words.includes(null)) return false;
  if (!assignments.every(isHarmlessVariable)) return false;
  if (words.length === wanted.length) return true;
  const least = sayingWords(wanted);
  return least !== null && wanted.length >= least && cautions.length === 0;
}

/** More redirections than that in one part are asked about. */
const mostRedirections = 50;

/**
 * Whether every file that this part writes by redirection is named by one of the permissions: the place to which it really
 * leads, which must be known.
 */
export function redirectionsAllowed(part: CommandPart, paths: readonly string[], folder: string | null): boolean {
  const telling = part.redirections.filter((redirection) => !isHarmlessRedirection(redirection));
  if (telling.length > mostRedirections) return false;
  return telling.every(
    ({ real = null }) => real !== null && paths.some((pattern) => pathFits(pattern, real, { folder, broad: false })),
  );
}

/** True for a rule that speaks of commands. */
export function isAboutCommands(match: RuleMatch): boolean {
  return match.command !== undefined || match.commandLine !== undefined;
}
