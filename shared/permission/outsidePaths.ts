// The places outside the project's folder that a command's words name, as written: `~/x`, `../x`, `/etc/x`,
// `--file=/etc/x`. URLs and search patterns are not places.

import { isHarmlessPart } from './commandRules.ts';
import { isAbsolute } from './pathPattern.ts';
import { programName } from './programs.ts';
import type { CommandFacts, CommandPart } from './rule.ts';

export function outsidePaths(command: CommandFacts, folder: string | null): string[] {
  const places = command.parts.flatMap((part) => (isHarmlessPart(part, folder) ? [] : placesIn(part, folder)));
  return [...new Set([...places, ...homePlaces(command)])];
}

/** `~/x` and `$HOME/x`. */
function homePlaces({ parts, made = [] }: CommandFacts): string[] {
  return [...parts.flatMap(madeIn), ...made].flatMap(possiblePathsIn).filter(isInHomeFolder);
}

/** Words and redirections that are computed at run time, as written. */
function madeIn({ made = [], redirections }: CommandPart): string[] {
  return [...made, ...redirections.flatMap((redirection) => redirection.made ?? [])];
}

/** Returns possible paths in a word that is computed at run time. */
export function possiblePathsIn(made: string): string[] {
  return made.split(/[\s{}=:,;@<>|&()`"']+/).filter(Boolean);
}

export function isInHomeFolder(piece: string): boolean {
  return /^(?:~[\w.-]*|\$HOME)(?:\/|$)/.test(piece);
}

function placesIn(part: CommandPart, folder: string | null): string[] {
  const [first, ...rest] = part.words;
  const program = typeof first === 'string' && !isOfSystem(first) && namesElsewhere(first, folder) ? [first] : [];
  const files = part.redirections.flatMap(({ path, real }) => {
    if (path === null || nowhere.test(path)) return [];
    return real === undefined ? (namesElsewhere(path, folder) ? [path] : []) : isInside(real, folder) ? [] : [path];
  });
  const placeWords = withoutPattern(programName(first ?? '').toLowerCase(), rest);
  return [...program, ...placeWords.filter((word) => namesElsewhere(word, folder)), ...files];
}

const matching = new Set('grep egrep fgrep rg ag ack sed awk gawk perl'.split(' '));

/** For search programs: the first plain word is the pattern unless an option gives it. */
function withoutPattern(name: string, rest: CommandPart['words']): string[] {
  const plainWords = rest.filter((word) => word !== null);
  if (!matching.has(name) || plainWords.some((word) => /^-[a-zA-Z]*[ef]|^--(?:file|regexp|expression)/.test(word)))
    return plainWords;
  const pattern = plainWords.findIndex((word) => !word.startsWith('-'));
  return plainWords.filter((_, at) => at !== pattern);
}

const nowhere = /^\/dev\/(?:null|stdout|stderr|tty)$/;
const isOfSystem = (path: string): boolean => /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin\/[^/]+$/.test(path);

function namesElsewhere(word: string, folder: string | null): boolean {
  const local = word.replace(/\b(?!file:)[a-z][a-z0-9+.-]*:\/\/\S*/gi, '');
  return [local, ...local.split(/[=:,@<>]/)].some((piece) => {
    if (/^~/.test(piece) || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(piece)) return true;
    return isAbsolute(piece) && !nowhere.test(piece) && !isInside(piece, folder);
  });
}

export function isInside(path: string, folder: string | null): boolean {
  return folder !== null && (path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`));
}
