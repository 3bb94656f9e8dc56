// Parses a theme file: `:root { --name: value; }` and comments, no other CSS. Returns known names with validated
// values; everything else is reported with its line. Pure, in linear time.

import { visibleText } from '../../../shared/core/visibleText.ts';
import type { ThemeProblem, ThemeProblemKind } from '../../../shared/features/theme/methods.ts';
import { normalizeColor, normalizeLength } from './cssValues.ts';
import { colorTokens, cornerTokens, maxCorner } from './themeTokens.ts';

export interface ParsedTheme {
  values: Record<string, string>;
  problems: ThemeProblem[];
}

export const maxThemeLength = 64 * 1024;
const maxVisibleLength = 60;
const maxProblems = 50;

export function parseTheme(source: string): ParsedTheme {
  const values = new Map<string, string>();
  const problems: ThemeProblem[] = [];
  const text = source.replace(/^\ufeff/, '');
  const startsOfLines = [...text.matchAll(/\n/g)].map(({ index }) => index);

  function refuse(at: number, why: ThemeProblemKind, quoted: string): void {
    if (problems.length >= maxProblems) return;
    const short = visibleText(quoted.replace(/\s+/g, ' ').trim().slice(0, maxVisibleLength));
    problems.push({ line: lineAt(startsOfLines, at), why, text: short });
  }

  if (text.length > maxThemeLength) {
    refuse(0, 'long', '');
    return { values: {}, problems };
  }
  const plain = withoutComments(text, (at) => refuse(at, 'unclosed', '/*'));

  /** A declaration, or whatever is in its place. */
  function declare(from: number, to: number): void {
    const [, space = '', rest = ''] = /^(\s*)([\s\S]*)$/.exec(plain.slice(from, to)) ?? [];
    const written = rest.trimEnd();
    if (written === '') return;
    const at = from + space.length;
    const colon = written.indexOf(':');
    if (colon < 0) {
      refuse(at, 'syntax', written);
      return;
    }
    const name = written.slice(0, colon).trim();
    const value = written.slice(colon + 1);
    if (colorTokens.has(name)) {
      const colour = normalizeColor(value);
      if (colour === null) refuse(at, 'colour', written);
      else values.set(name, colour);
    } else if (cornerTokens.includes(name)) {
      const length = normalizeLength(value, maxCorner);
      if (length === null) refuse(at, 'length', written);
      else values.set(name, length);
    } else refuse(at, 'name', name);
  }

  let at = 0;
  while (at < plain.length) {
    const stop = nextOf(plain, at, '{};');
    const written = plain.slice(at, stop);
    const begin = at + (written.length - written.trimStart().length);
    if (plain[stop] !== '{') {
      if (written.trim() !== '' || plain[stop] === '}') refuse(Math.min(begin, stop), 'syntax', written || '}');
      at = stop + 1;
    } else if (written.trim() === ':root') at = readBlock(stop + 1, begin);
    else {
      refuse(begin, 'block', written);
      at = afterBlock(plain, stop);
    }
  }

  function readBlock(from: number, opened: number): number {
    let place = from;
    while (place < plain.length) {
      const stop = nextOf(plain, place, '{};');
      if (plain[stop] === '{') {
        const written = plain.slice(place, stop);
        refuse(place + (written.length - written.trimStart().length), 'block', written);
        place = afterBlock(plain, stop);
        continue;
      }
      declare(place, stop);
      if (plain[stop] === '}') return stop + 1;
      place = stop + 1;
    }
    refuse(opened, 'unclosed', ':root {');
    return place;
  }

  return { values: Object.fromEntries(values), problems };
}

/** Comments become spaces, to preserve offsets. */
function withoutComments(text: string, unclosed: (at: number) => void): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = text.indexOf('/*'); open >= 0; open = text.indexOf('/*', at)) {
    const close = text.indexOf('*/', open + 2);
    if (close < 0) unclosed(open);
    const end = close < 0 ? text.length : close + 2;
    parts.push(text.slice(at, open), ' '.repeat(end - open));
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}

/** The next of these characters, or the end. */
function nextOf(text: string, from: number, signs: string): number {
  for (let at = from; at < text.length; at++) if (signs.includes(text[at] as string)) return at;
  return text.length;
}

/** `open` is the opening brace. Returns the offset after its closing brace, or the end. */
function afterBlock(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function lineAt(ends: readonly number[], at: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
