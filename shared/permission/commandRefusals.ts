// How a refusal matches a command: broadly. It matches the program by any path or case, the words with options between
// them, and a path in any word that may contain one. It cannot see files that a program finds itself, as `grep -r`
// does.

import { isHarmlessPart, isHarmlessProgram } from './commandRules.ts';
import { isKnownHarmless } from './harmlessCommand.ts';
import { isAbsolute } from './pathPattern.ts';
import { ownSubcommands, programName } from './programs.ts';
import type { CommandFacts, CommandPart } from './rule.ts';

type Fit = 'yes' | 'maybe' | 'no';

/**
 * Returns whether a refusal of these first words covers one of the parts. Scans the parts once for any number of
 * refusals.
 */
export function createRefusalMatcher(parts: readonly CommandPart[]): (firstWords: readonly string[]) => Fit {
  const byProgram = new Map<string, CommandPart[]>();
  for (const part of parts) {
    const [first] = part.words;
    if (typeof first !== 'string') continue;
    const same = byProgram.get(folded(first));
    if (same) same.push(part);
    else byProgram.set(folded(first), [part]);
  }
  const isUnknown = parts.some(({ words }) => words[0] === null);
  const mentioned = mentions(parts);
  return (firstWords) => {
    const [program] = firstWords;
    if (program === undefined) return 'no';
    const fits = (byProgram.get(folded(program)) ?? []).map((part) => wordsRefused(part, firstWords));
    if (fits.includes('yes')) return 'yes';
    return isUnknown || fits.includes('maybe') || mentioned(firstWords) ? 'maybe' : 'no';
  };
}

/**
 * Whether a program not known to be harmless receives what is refused: as words, which it may run, or inside a text,
 * which may be a script.
 */
function mentions(parts: readonly CommandPart[]): (firstWords: readonly string[]) => boolean {
  const texts = new Map<string, Set<string>[]>();
  const words = new Map<string, CommandPart[]>();
  const note = <T>(map: Map<string, T[]>, key: string, value: T): void => {
    const same = map.get(key);
    if (same) same.push(value);
    else map.set(key, [value]);
  };
  for (const part of parts) {
    const [first, ...rest] = part.words;
    if (isHarmlessProgram(first) || isKnownHarmless(part.words)) continue;
    const runsOthers = typeof first === 'string' && !ownSubcommands.has(folded(first));
    for (const [at, word] of rest.entries()) {
      if (word === null) continue;
      const names = new Set(word.split(/[^\w.-]+/).filter(Boolean));
      if (names.size > 1) for (const name of names) note(texts, folded(name), names);
      if (runsOthers) note(words, folded(word), { ...part, words: rest.slice(at, at + maxMentioned) });
    }
  }
  return (firstWords) => {
    const [program = '', ...more] = firstWords;
    const plain = more.filter((word) => !word.startsWith('-'));
    if ((texts.get(folded(program)) ?? []).some((names) => plain.every((word) => names.has(word)))) return true;
    return (words.get(folded(program)) ?? []).some((part) => wordsRefused(part, firstWords) !== 'no');
  };
}

/** Words after a program's name that are compared with a refusal. */
const maxMentioned = 30;

function folded(word: string): string {
  return programName(word)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}

/**
 * For a part that runs the program in question. `maybe`: a word is only known at run time, or an option hides the
 * match.
 */
function wordsRefused(part: CommandPart, ruleWords: readonly string[]): 'yes' | 'maybe' | 'no' {
  const rest = ruleWords.slice(1);
  const partArguments = part.words.slice(1);
  if (rest.length === 0) return 'yes';
  const wantedPlain = rest.filter((word) => !word.startsWith('-'));
  const givenPlain = partArguments.filter((word) => word === null || !word.startsWith('-'));
  const options = rest.filter((word) => word.startsWith('-'));
  const begins = wantedPlain.every((word, at) => givenPlain[at] === word);
  if (begins) {
    if (options.every((option) => hasOption(option, partArguments))) return 'yes';
    // `rm --recursive` is `rm -r`; there is no list of all such aliases.
    return partArguments.some((word) => word === null || word.startsWith('-')) ? 'maybe' : 'no';
  }
  if (partArguments.includes(null)) return 'maybe';
  // Some programs accept abbreviated subcommands.
  if (wantedPlain.every((word, at) => givenPlain[at] && word.startsWith(givenPlain[at]))) return 'maybe';
  // A preceding option may have consumed a word: `git -C . push`.
  const between =
    partArguments.some((word) => word?.startsWith('-')) && wantedPlain.every((word) => givenPlain.includes(word));
  return between ? 'maybe' : 'no';
}

function hasOption(option: string, args: readonly (string | null)[]): boolean {
  if (args.some((word) => word === option || word?.startsWith(`${option}=`))) return true;
  if (!/^-[A-Za-z]+$/.test(option)) return false;
  const letters = args.filter((word): word is string => /^-[A-Za-z]/.test(word ?? '')).join('');
  return [...option.slice(1)].every((letter) => letters.includes(letter));
}

/** Returns the paths that words and files of the commands may name, starting at the project's folder. */
export function pathsOf({ parts }: CommandFacts, folder: string | null): string[] {
  const words = new Set(parts.flatMap(({ words }) => words).filter((word) => word !== null));
  const files = parts.flatMap(({ redirections }) => redirections);
  return [
    ...[...words].flatMap(pathsIn).flatMap((path) => resolved(path, folder) ?? []),
    ...files.flatMap(({ path, real }) => [(path && resolved(path, folder)) ?? [], real ?? []].flat()),
    ...parts.flatMap(({ places = [] }) => places.map(({ path }) => path)),
  ];
}

/** `--data=@a`, `f=@a`, `-fa`, `-d@a`, `HEAD:a`, `a;type=text`: possible paths in a word. */
export function pathsIn(word: string): string[] {
  const behindOption = /^-[A-Za-z0-9](?=.)/.test(word) ? [word.slice(2)] : [];
  const pieces = [word, ...behindOption].flatMap((text) => [text, ...text.split(/[=:,;]/)]);
  return pieces.flatMap((piece) => (/^[@<>]/.test(piece) ? [piece, piece.replace(/^[@<>]+/, '')] : [piece]));
}

function resolved(path: string, folder: string | null): string | null {
  if (isAbsolute(path)) return path;
  return folder === null || path === '' ? null : `${folder}/${path}`;
}

/** Whether part of it works in another folder, so that its words name other places than they seem to. */
export function worksOutsideFolder({ parts }: CommandFacts, folder: string | null): boolean {
  return parts.some((part) => {
    const [first, ...rest] = part.words;
    if (typeof first !== 'string' || isKnownHarmless(part.words)) return false;
    const name = folded(first);
    if (name === 'cd') return !isHarmlessPart(part, folder);
    if (['pushd', 'popd', 'chdir'].includes(name)) return true;
    return rest.some((word) => word !== null && isElsewhere(name, word));
  });
}

const withFolderOption: ReadonlySet<string> = new Set(
  'env git tar gtar bsdtar make gmake ninja go npm pnpm yarn cargo just'.split(' '),
);

function isElsewhere(program: string, word: string): boolean {
  if (/^--(?:chdir|directory|cwd|work-tree|chroot)(?:=|$)/.test(word)) return true;
  return withFolderOption.has(program) && word.startsWith('-C');
}
