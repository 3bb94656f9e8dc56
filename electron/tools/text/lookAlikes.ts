// Finds text that differs from the search text only in look-alike or invisible characters, and names the differences. Pure.

import { withLineFeeds } from './replaceText.ts';

/** Longer texts are skipped, because this blocks. */
const maxCharacters = 512 * 1024;
/** Maximum combining marks in a row, as in Unicode's stream-safe text format: composing a run is quadratic. */
const maxMarks = 30;
const maxDifferences = 5;
/** Characters to quote after a difference. */
const maxContext = 12;
/** Characters of a difference to name. */
const maxNamed = 4;

const blankOrInvisible = /[\t\p{Zs}\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const blanks = new RegExp(`${blankOrInvisible.source}+`, 'gu');
/** A character with its combining marks, or a Hangul syllable of separate letters. */
const cluster = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}*|\p{M}+/gu;

/** Groups of look-alikes by their form for comparison. */
const groups: readonly [string, string][] = [
  ["'", '‘’‚‛′ʼ`´＇'],
  ['"', '“”„‟″＂'],
  ['-', '‐‑‒–—―−﹣－'],
  ['.', '․'],
  ['…', '⋯'],
  // Cyrillic and Greek letters that look Latin.
  ['a', 'а'],
  ['c', 'с'],
  ['e', 'е'],
  ['i', 'і'],
  ['j', 'ј'],
  ['o', 'оο'],
  ['p', 'р'],
  ['s', 'ѕ'],
  ['x', 'х'],
  ['y', 'у'],
  ['A', 'АΑ'],
  ['B', 'ВΒ'],
  ['C', 'С'],
  ['E', 'ЕΕ'],
  ['H', 'НΗ'],
  ['K', 'КΚK'],
  ['M', 'МΜ'],
  ['O', 'ОΟ'],
  ['P', 'РΡ'],
  ['T', 'ТΤ'],
  ['X', 'ХΧ'],
];
const plainForms = new Map(groups.flatMap(([plain, others]) => [...others].map((other) => [other, plain] as const)));
const unusual = new RegExp(`[${[...plainForms.keys()].join('')}\\uff01-\\uff5e]`, 'gu');

/** Describes the place that looks like `searchText` and its first differences; null if none does. */
export function describeLookAlike(text: string, searchText: string): string | null {
  if (text.length > maxCharacters || hasManyMarks(text) || hasManyMarks(searchText)) return null;
  const flat = withLineFeeds(text);
  const folded = fold(flat);
  const foldedWanted = fold(withLineFeeds(searchText));
  if (foldedWanted.trim() === '') return null;
  const at = folded.indexOf(foldedWanted);
  if (at < 0) return null;
  const line = folded.slice(0, at).split('\n').length;
  const lines = flat.split('\n').slice(line - 1, line - 1 + foldedWanted.split('\n').length);
  const inFirstLine = at - (folded.lastIndexOf('\n', at - 1) + 1);
  const differences = compare(unitsOf(lines.join('\n')), unitsOf(withLineFeeds(searchText)), inFirstLine, line);
  if (differences.length === 0) return null;
  const places = folded.split(foldedWanted).length - 1;
  const others = places === 1 ? '' : ` (the first of ${places} such places)`;
  const rest = differences.length - maxDifferences;
  const what = differences.slice(0, maxDifferences).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
  return `The text at line ${line}${others} only looks the same: ${what}. Repeat the call with old_text as it is there, in JSON with escapes such as \\u00a0 where needed, or choose a piece without these characters.`;
}

function hasManyMarks(text: string): boolean {
  for (const [marks] of text.matchAll(/\p{M}+/gu)) if (marks.length > maxMarks) return true;
  return false;
}

/** Keeps line breaks, so that lines can be counted in the folded text. */
function fold(text: string): string {
  return text.replace(blanks, '').normalize('NFC').replace(unusual, plainForm);
}

function plainForm(character: string): string {
  const plain = plainForms.get(character);
  if (plain !== undefined) return plain;
  // Full-width forms are shifted ASCII.
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}

interface Unit {
  /** Blanks and invisible characters before it. */
  before: string;
  raw: string;
  folded: string;
}

function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let before = '';
  for (const [raw] of text.matchAll(cluster)) {
    // A mark on a blank belongs to its cluster.
    const folded = fold(raw);
    if (folded === '') before += raw;
    else {
      units.push({ before, raw, folded });
      before = '';
    }
  }
  if (before !== '') units.push({ before, raw: '', folded: '' });
  return units;
}

/** `skipped` is the number of folded characters before the match on its first line. */
function compare(file: Unit[], searchUnits: Unit[], skipped: number, firstLine: number): string[] {
  let at = 0;
  for (let left = skipped; left > 0; at++) left -= file[at]?.folded.length ?? left;
  let line = firstLine;
  const differences: string[] = [];
  for (const [index, mine] of searchUnits.entries()) {
    const theirs = file[at + index] ?? { before: '', raw: '', folded: '' };
    // The piece may begin or end within blanks.
    const isSame =
      index === 0
        ? theirs.before.endsWith(mine.before)
        : mine.raw === ''
          ? theirs.before.startsWith(mine.before)
          : theirs.before === mine.before;
    if (!isSame) {
      const following = file
        .slice(at + index, at + index + maxContext)
        .map(({ before, raw }, n) => (n === 0 ? raw : before + raw));
      differences.push(difference(line, theirs.before, mine.before, following.join('')));
    }
    if (mine.raw !== '' && theirs.raw !== mine.raw) differences.push(difference(line, theirs.raw, mine.raw, ''));
    if (theirs.raw === '\n') line++;
  }
  return differences;
}

function difference(line: number, inFile: string, inWanted: string, before: string): string {
  const context = before.split('\n')[0] as string;
  const place = context !== '' ? ` before "${context}"` : before !== '' ? ' at its end' : '';
  return `line ${line} has ${named(inFile)}${place}, old_text has ${named(inWanted)}`;
}

function named(text: string): string {
  if (text === '') return 'nothing';
  const runs: { character: string; count: number }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    if (last?.character === character) last.count++;
    else runs.push({ character, count: 1 });
  }
  const parts = runs
    .slice(0, maxNamed)
    .map(({ character, count }) => (count === 1 ? nameOf(character) : `${count} × ${nameOf(character)}`));
  return runs.length > maxNamed ? `${parts.join(' + ')} + …` : parts.join(' + ');
}

const names: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ' ': 'space',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u202f': 'narrow no-break space',
  '\u2060': 'word joiner',
  '\u3000': 'ideographic space',
  '\ufeff': 'byte order mark',
  "'": 'straight quote',
  '"': 'straight double quote',
  '-': 'hyphen',
};

function nameOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[character] ?? (blankOrInvisible.test(character) ? 'invisible' : '');
  if (blankOrInvisible.test(character) || /\p{C}/u.test(character)) return name === '' ? code : `${code} (${name})`;
  // A lone mark would attach to the previous character.
  const printable = /\p{M}/u.test(character) ? `\u25cc${character}` : character;
  return name === '' ? `${printable} ${code}` : `${printable} ${code} (${name})`;
}
