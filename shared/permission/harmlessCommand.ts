// Matches a command's words against the table of harmless commands.

import { type HarmlessProgram, harmlessTable } from './harmlessTable.ts';
import { isPlainScript } from './plainScript.ts';

export interface TableReading {
  /** Number of leading words that select the table row. */
  named: number;
  program: HarmlessProgram;
  /** The first word not known to be harmless; null: all are. */
  unknown: string | null;
  /** Indexes of words that are not paths: patterns, scripts, formats. */
  texts: ReadonlySet<number>;
  /** Indexes of words that are paths, other than options or values. */
  files: readonly number[];
  /** It reads files of whole folders, or prints git's contents. */
  walks: boolean;
}

type Words = readonly (string | null)[];

/** Null: the table lacks the program or its subcommand. */
export function classifyByTable(words: Words): TableReading | null {
  const named = rowLength(words);
  if (named === 0) return null;
  const program = harmlessTable[keyOf(words.slice(0, named))] as HarmlessProgram;
  return { named, program, ...readArguments(program, words, named) };
}

/** Every word is known to be harmless, wherever its paths lead. */
export function isKnownHarmless(words: Words): boolean {
  return classifyByTable(words)?.unknown === null;
}

/** It reads only its piped input. */
export function isFilter(words: Words): boolean {
  const reading = classifyByTable(words);
  return reading?.unknown === null && reading.program.filter === true && reading.files.length === 0 && !reading.walks;
}

function rowLength(words: Words): number {
  const maxWords = words[1] === '--no-pager' ? 4 : 3;
  for (let length = Math.min(maxWords, words.length); length > 0; length--) {
    if (!words.slice(0, length).includes(null) && Object.hasOwn(harmlessTable, keyOf(words.slice(0, length))))
      return length;
  }
  return 0;
}

/** git's output is never paged here, so `--no-pager` changes nothing. */
function keyOf(words: Words): string {
  return words[0] === 'git' && words[1] === '--no-pager' ? `git ${words.slice(2).join(' ')}` : words.join(' ');
}

function readArguments(program: HarmlessProgram, words: Words, from: number): Omit<TableReading, 'named' | 'program'> {
  const options = optionsOf(program.options);
  const instead = optionsOf(program.instead ?? '');
  const texts = new Set<number>();
  const plain: number[] = [];
  const walking = optionsOf(program.walks === 'always' ? '' : (program.walks ?? ''));
  let walks = program.walks === 'always';
  let isReplaced = false;
  let unknown: string | null = null;
  let at = from;
  let onlyPlain = false;
  for (; at < words.length && unknown === null; at++) {
    const word = words[at];
    if (typeof word !== 'string') {
      unknown = '…';
    } else if (word === '--' && !onlyPlain && !program.whole) {
      onlyPlain = true;
    } else if (onlyPlain || word === '-' || (!/^[-+]/.test(word) && !options.has(word))) {
      plain.push(at);
    } else {
      const read = readOption(word, options, program.whole === true);
      if (read === null) {
        unknown = word;
        break;
      }
      for (const name of read.names) {
        if (instead.has(name)) isReplaced = true;
        if (walking.has(name)) walks = true;
      }
      const value = read.value ?? (read.takesNext ? words[at + 1] : undefined);
      // If the option takes no value after all, this would be another option.
      const isOption = read.takesNext && /^[-+](?!\d)/.test(value ?? '');
      if (value === null || isOption || (value !== undefined && !isHarmlessValue(value, read.kind)))
        unknown = value ?? '…';
      // Where options must come first, a word after another is one more file.
      if (read.kind !== '' && plain.length === 0)
        for (const place of read.takesNext ? [at + 1] : [at]) texts.add(place);
      if (read.takesNext) at++;
    }
  }
  const kinds = program.words
    .split(' ')
    .filter(Boolean)
    .slice(isReplaced ? 1 : 0);
  const files: number[] = [];
  for (const [place, index] of plain.entries()) {
    const kind = kindAt(kinds, place);
    const word = words[index] as string;
    if (kind === null || !isHarmlessValue(word, kind)) unknown ??= word;
    else if (kind === 'file' || kind === 'spec') files.push(index);
    else texts.add(index);
  }
  return { unknown, texts: unknown === null ? texts : new Set(), files, walks };
}

function kindAt(kinds: readonly string[], place: number): string | null {
  const last = kinds.at(-1);
  const kind = kinds[place] ?? (last?.endsWith('*') ? last : undefined);
  return kind === undefined ? null : kind.replace('*', '');
}

function isHarmlessValue(word: string, kind: string): boolean {
  if (kind === 'text') return true;
  if (kind === 'sed' || kind === 'awk' || kind === 'jq') return isPlainScript(kind, word);
  // Any other pattern makes rg include hidden or ignored files.
  if (kind === 'glob')
    return /^(?:!|\*\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|[ch]|cc|[ch]pp|cs|rb|php|swift|md|s?css|html|vue|svelte)$)/.test(
      word,
    );
  // Patterns to git, or more than the path it names.
  if (kind === 'spec' && /^:|[*?[\\]/.test(word)) return false;
  // `@file` is a list of options for some programs; `+20` is a number rather than a command, as in `tail -n +20`.
  return !isAddress(word) && !/^(?:\+(?!\d+$)|@(?![~^]|$))/.test(word);
}

/** `data:…`, `file:…`, `https://…`, `ext::…`: what a program may not treat as a file. */
export function isAddress(word: string): boolean {
  return /(?:^|=)(?:data|file|javascript|blob):|[A-Za-z][\w+.-]*:(?:\/\/|:)/i.test(word);
}

/** Maps option names to their value types as in the table: `''`, `=`, `=?`, `=text`. */
function optionsOf(list: string): ReadonlyMap<string, string> {
  const entries = list.split(/\s+/).filter(Boolean);
  return new Map(entries.map((entry) => [entry.replace(/(?<=.)=.*$/, ''), /(?<=.)=.*$/.exec(entry)?.[0] ?? '']));
}

interface OptionRead {
  names: string[];
  /** Type of its value: `text`, a kind of script, or `''`. */
  kind: string;
  value?: string;
  takesNext: boolean;
}

/** Null: not one of the options. */
function readOption(word: string, options: ReadonlyMap<string, string>, isWhole: boolean): OptionRead | null {
  const exact = options.get(word);
  if (exact !== undefined) {
    return { names: [word], kind: kindOf(exact), takesNext: exact !== '' && !exact.startsWith('=?') };
  }
  if (isWhole) return null;
  if (/^-\d+$/.test(word) && options.has('-#')) return { names: ['-#'], kind: '', takesNext: false };
  if (word.startsWith('--')) {
    const end = word.indexOf('=');
    const takes = end < 0 ? undefined : options.get(word.slice(0, end));
    if (!takes) return null;
    return { names: [word.slice(0, end)], kind: kindOf(takes), value: word.slice(end + 1), takesNext: false };
  }
  const names: string[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = `-${word.charAt(at)}`;
    const takes = options.get(name);
    if (takes === undefined) return null;
    names.push(name);
    if (takes === '') continue;
    const rest = word.slice(at + 1);
    // This program may read `-output` as one long option.
    if (/^[A-Za-z][A-Za-z-]{2}/.test(rest) || (at > 1 && !/^\d/.test(rest))) return null;
    if (rest !== '') return { names, kind: kindOf(takes), value: rest, takesNext: false };
    return { names, kind: kindOf(takes), takesNext: !takes.startsWith('=?') };
  }
  return { names, kind: '', takesNext: false };
}

function kindOf(takes: string): string {
  return takes.replace(/^=\??/, '');
}
