// How a rule about a command's first words matches one part of a command line.
// A permission "commands that begin with `git log`" covers exactly these words, and further ones that the table lists
// as harmless, or, for a well-known tool chosen in a card, that its own table lists. A hand-written rule also covers programs outside the table: with further words that are file names and
// plain flags, but not options with a value, which must be in the rule. Neither covers words that are computed at run
// time, variables that change what programs do, places outside the folder, or files written by redirection.

import { classifyByTable, isAddress, isFilter, isKnownHarmless } from './harmlessCommand.ts';
import { matchesPath } from './pathPattern.ts';
import { areKnownToFollow } from './prefixRules.ts';
import { isInterpreter, startsOther } from './programs.ts';
import type { CommandPart, PathArgument, PermissionRule, RuleMatch } from './rule.ts';

/** Variables that only affect what is printed. */
const harmlessVariables =
  /^(?:CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|NODE_ENV|LANG|LC_[A-Z]+|COLUMNS|LINES|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|DEBIAN_FRONTEND)$/;

export function isHarmlessVariable(name: string): boolean {
  return harmlessVariables.test(name);
}

/** They print, compare, wait, exit, or make the shell stricter: no rule needed next to a part that has one. */
const harmlessPrograms = new Set('true false : echo printf pwd exit test [ sleep wait set'.split(' '));

/** They only start the command after them, which is a part of its own and needs its own rule. */
const harmlessWrappers = new Set('time timeout nice nohup stdbuf command'.split(' '));

const nowhere = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

/** Its words are plain text, never the name of a file to open. */
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
  // A `cd` to the current folder.
  if (first === 'cd') return more.length === 0 && (second === '.' || (folder !== null && second === folder));
  return isHarmlessProgram(first) || isHarmlessWrapper(part) || isFilter(part.words);
}

export function isHarmlessRedirection({ mode, path }: CommandPart['redirections'][number]): boolean {
  return path !== null && (mode === 'read' || nowhere.has(path));
}

function isInside({ outside, guarded }: PathArgument): boolean {
  return !outside && guarded === undefined;
}

/** Returns whether a permission covers the words of this part, regardless of its redirections. */
export function coversWords(
  part: CommandPart,
  { match, origin }: Pick<PermissionRule, 'match' | 'origin'>,
  isNamed: (path: string) => boolean = () => false,
): boolean {
  const { words, assignments, places } = part;
  const ruleWords = match.command ?? [];
  if (ruleWords.length === 0 || words.length < ruleWords.length) return false;
  if (!ruleWords.every((word, at) => words[at] === word) || words.includes(null)) return false;
  if (!assignments.every(isHarmlessVariable)) return false;
  // The user saw the rule's own words when creating it.
  const further = (places ?? []).filter(({ word }) => word === null || word >= ruleWords.length);
  const stays = further.every((place) => isInside(place) || (place.guarded === undefined && isNamed(place.path)));
  if (!stays) return false;
  if (words.length === ruleWords.length) return true;
  if (places === undefined) return false;
  if (isKnownHarmless(words)) return true;
  if (match.begins) return areKnownToFollow(words, ruleWords.length);
  if (origin.type !== 'settings' || !saysWhatRuns(ruleWords)) return false;
  const reading = classifyByTable(ruleWords);
  const isMore = reading !== null && reading.unknown !== null;
  return (classifyByTable(words) === null || isMore) && arePlain(words.slice(ruleWords.length));
}

/** Not `python` or `npx` alone: their next word decides what runs. */
function saysWhatRuns(ruleWords: readonly string[]): boolean {
  const [last = ''] = ruleWords.slice(-1);
  return !isInterpreter(last) && ![1, 2, 3].some((count) => startsOther.has(ruleWords.slice(-count).join(' ')));
}

/** File names and flags without a value, judging by their form. */
function arePlain(words: readonly (string | null)[]): boolean {
  return words.every((word, at) => {
    if (word === null || word.startsWith('+') || /^[\w.-]+\+?=/.test(word)) return false;
    if (word === '--') return true;
    if (!word.startsWith('-')) return !isAddress(word) || /^https?:\/\//i.test(word);
    const next = words[at + 1];
    // The word after a flag may be its value.
    return /^-(?:[A-Za-z0-9]|-[A-Za-z][\w-]*)$/.test(word) && (next === undefined || /^-/.test(next ?? ''));
  });
}

/** More redirections in one part always need approval. */
const maxRedirections = 50;

/**
 * Returns whether permissions name every file that this part writes by redirection: the real target, which must be
 * known.
 */
export function coversRedirections(part: CommandPart, paths: readonly string[], folder: string | null): boolean {
  const telling = part.redirections.filter((redirection) => !isHarmlessRedirection(redirection));
  if (telling.length > maxRedirections) return false;
  return telling.every(
    ({ real = null }) => real !== null && paths.some((pattern) => matchesPath(pattern, real, { folder, broad: false })),
  );
}

/** True for a rule that speaks of commands. */
export function isCommandMatch(match: RuleMatch): boolean {
  return match.command !== undefined || match.commandLine !== undefined;
}
