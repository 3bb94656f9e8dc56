// Which programs a rule about first words can speak of, and with how many words.

import {
  bySubcommand,
  decidesMore,
  decidesMoreThird,
  interpreters,
  namesMore,
  namesMoreAlways,
  neverOffered,
  startsOther,
  takeCode,
} from './programTable.ts';

/** `/usr/bin/Rm.EXE` is `Rm`. */
export function programName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? word;
  return name.replace(/\.(?:exe|cmd|bat|com)$/i, '');
}

export function isInterpreter(word: string): boolean {
  return interpreters.has(knownName(word));
}

/** As the tables have it: some file systems do not tell case apart, and `python3.12` is `python`. */
function knownName(word: string): string {
  const name = programName(word).toLowerCase();
  if ([interpreters, takeCode, bySubcommand].some((table) => table.has(name))) return name;
  return name.replace(/[-.\d]+$/, '') || name;
}

type Words = readonly (string | null)[];

/**
 * How many first words of this command say what is run: of `python -m pytest -q` three, of `npm run build -- -v` three, of
 * `npx vitest run` two, of `ls -l` one. Null: nothing shorter than all of them does, or there are not enough of them.
 */
export function sayingWords(words: Words): number | null {
  const before = wordsBefore(words);
  if (before > 0) {
    // Options in between may be the way to anything.
    const inner = isPlain(words[before]) ? sayingWords(words.slice(before)) : null;
    return inner === null ? null : before + inner;
  }
  const [first, second, third] = words;
  if (typeof first !== 'string') return null;
  const name = knownName(first);
  if (takeCode.has(name)) return null;
  const isScript = interpreters.has(name);
  if (isScript && second === '-m' && isPlain(third)) return 3;
  if (!isScript && !bySubcommand.has(name)) return 1;
  if (!isPlain(second) || decidesMore[name]?.has(second.toLowerCase())) return null;
  if (name === 'npm' && isShortened(second)) return null;
  if (!namesMoreAlways.has(name) && !namesMore[name]?.has(second)) return 2;
  return isPlain(third) && !decidesMoreThird.has(`${name} ${second} ${third}`) ? 3 : null;
}

/** As many as a rule that is offered names; null: none is. */
export function offeredWords(words: Words): number | null {
  let at = 0;
  for (let before = wordsBefore(words); before > 0; before = wordsBefore(words.slice(at))) at += before;
  const program = words[at];
  if (typeof program !== 'string' || neverOffered.has(programName(program).toLowerCase())) return null;
  return sayingWords(words);
}

/** How many words stand before another command that it starts; 0: it starts none. */
function wordsBefore([first, second, third]: Words): number {
  if (typeof first !== 'string') return 0;
  const name = knownName(first);
  if (startsOther.has(name)) return 1;
  // They run what stands in node_modules/.bin by its name.
  const isScript = ['yarn', 'pnpm'].includes(name) && typeof second === 'string';
  if (isScript && [interpreters, takeCode].some((table) => table.has(knownName(second)))) return 1;
  if (startsOther.has(`${name} ${second}`)) return 2;
  return startsOther.has(`${name} ${second} ${third}`) ? 3 : 0;
}

function isPlain(word: string | null | undefined): word is string {
  return typeof word === 'string' && word !== '' && !/^[-+]/.test(word);
}

/** npm takes any beginning of a subcommand that no other has: `npm conf` is `npm config`. These are others. */
const npmShort: ReadonlySet<string> = new Set(['i', 'in', 's', 'se', 't', 'r', 'v', 'x', 'c', 'run']);

function isShortened(subcommand: string): boolean {
  const telling = [...(decidesMore.npm ?? []), ...(namesMore.npm ?? []), 'exec'];
  if (npmShort.has(subcommand) || telling.includes(subcommand)) return false;
  return telling.some((other) => other.startsWith(subcommand));
}
