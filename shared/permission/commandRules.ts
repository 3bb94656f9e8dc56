// How a rule about a command's first words fits one part of a command line.
//
// A permission "commands that begin with `git log`" covers these words to the letter, and with further words what the table says
// is harmless. One that a person wrote by hand is also about programs that are not in the table: with further words that name
// files and with plain flags, not with an option that takes a value, which must be in the rule. Neither is about words made
// while it runs, variables that change what programs do, places outside of the folder, or files written by redirection.

import { isAddress, isFilter, isKnownHarmless, readByTable } from './harmlessWords.ts';
import { pathFits } from './pathPattern.ts';
import { isInterpreter, startsOther } from './programs.ts';
import type { CommandPart, PathArgument, PermissionRule, RuleMatch } from './rule.ts';

/** Variables that change what is printed and nothing else. */
const harmlessVariables =
  /^(?:CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|NODE_ENV|LANG|LC_[A-Z]+|COLUMNS|LINES|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|DEBIAN_FRONTEND)$/;

export function isHarmlessVariable(name: string): boolean {
  return harmlessVariables.test(name);
}

/** Print, compare, wait, end, or make the shell stricter: they need no rule beside a part that has one. */
const harmlessPrograms = new Set('true false : echo printf pwd exit test [ sleep wait set'.split(' '));

/** Only start what stands behind them, which is a part of its own and needs a rule of its own. */
const harmlessWrappers = new Set('time timeout nice nohup stdbuf command'.split(' '));

const nowhere = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

/** Its words are texts, and none of them the name of a file that is opened. */
export function isHarmlessProgram(word: string | null | undefined): boolean {
  return harmlessPrograms.has(word as string);
}

export function isHarmlessWrapper({ words, wraps }: CommandPart): boolean {
  return wraps === true && harmlessWrappers.has(words[0] as string);
}

export function isHarmlessPart(part: CommandPart, folder: string | null): boolean {
  const [first, second, ...more] = part.words;
  if (part.assignments.length > 0 || part.words.includes(null)) return false;
  if (!part.redirections.every(isHarmlessRedirection) || !(part.places ?? []).every(isInside)) return false;
  // To go where one is already.
  if (first === 'cd') return more.length === 0 && (second === '.' || (folder !== null && second === folder));
  return isHarmlessProgram(first) || isHarmlessWrapper(part) || isFilter(part.words);
}

export function isHarmlessRedirection({ mode, path }: CommandPart['redirections'][number]): boolean {
  return path !== null && (mode === 'read' || nowhere.has(path));
}

function isInside({ outside, guarded }: PathArgument): boolean {
  return !outside && guarded === undefined;
}

/** Whether a permission covers the words of this part, wherever it writes by redirection. */
export function wordsAllowed(
  part: CommandPart,
  { match, origin }: Pick<PermissionRule, 'match' | 'origin'>,
  isNamed: (path: string) => boolean = () => false,
): boolean {
  const { words, assignments, places } = part;
  const wanted = match.command ?? [];
  if (wanted.length === 0 || words.length < wanted.length) return false;
  if (!wanted.every((word, at) => words[at] === word) || words.includes(null)) return false;
  if (!assignments.every(isHarmlessVariable)) return false;
  // What the rule says itself was seen when it was made.
  const further = (places ?? []).filter(({ word }) => word === null || word >= wanted.length);
  const stays = further.every((place) => isInside(place) || (place.guarded === undefined && isNamed(place.path)));
  if (!stays) return false;
  if (words.length === wanted.length) return true;
  if (places === undefined) return false;
  if (isKnownHarmless(words)) return true;
  if (origin.type !== 'settings' || !saysWhatRuns(wanted)) return false;
  const said = readByTable(wanted);
  const isMore = said !== null && said.unknown !== null;
  return (readByTable(words) === null || isMore) && arePlain(words.slice(wanted.length));
}

/** `python` and `npx` alone do not: the next word would be what is run. */
function saysWhatRuns(wanted: readonly string[]): boolean {
  const [last = ''] = wanted.slice(-1);
  return !isInterpreter(last) && ![1, 2, 3].some((count) => startsOther.has(wanted.slice(-count).join(' ')));
}

/** Names of files and flags that take nothing, as far as their form tells. */
function arePlain(words: readonly (string | null)[]): boolean {
  return words.every((word, at) => {
    if (word === null || word.startsWith('+') || /^[\w.-]+\+?=/.test(word)) return false;
    if (word === '--') return true;
    if (!word.startsWith('-')) return !isAddress(word) || /^https?:\/\//i.test(word);
    const next = words[at + 1];
    // What stands behind a flag may be its value.
    return /^-(?:[A-Za-z0-9]|-[A-Za-z][\w-]*)$/.test(word) && (next === undefined || /^-/.test(next ?? ''));
  });
}

/** More redirections than that in one part are asked about. */
const maxRedirections = 50;

/**
 * Whether every file that this part writes by redirection is named by one of the permissions: the place to which it really
 * leads, which must be known.
 */
export function redirectionsAllowed(part: CommandPart, paths: readonly string[], folder: string | null): boolean {
  const telling = part.redirections.filter((redirection) => !isHarmlessRedirection(redirection));
  if (telling.length > maxRedirections) return false;
  return telling.every(
    ({ real = null }) => real !== null && paths.some((pattern) => pathFits(pattern, real, { folder, broad: false })),
  );
}

/** True for a rule that speaks of commands. */
export function isAboutCommands(match: RuleMatch): boolean {
  return match.command !== undefined || match.commandLine !== undefined;
}
