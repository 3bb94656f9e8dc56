// Whether a text holds all the terms of a query, where first, and what is shown of it. Pure.

import { foldWithPlaces } from '../../../shared/core/folding.ts';

export interface Match {
  /** UTF-16 units of the text as it was written. */
  at: number;
  end: number;
}

export interface Excerpt {
  snippet: string;
  ranges: [number, number][];
}

/** UTF-16 units shown before and after a match. */
const before = 60;
const after = 140;
const maxRanges = 40;

/** Where the term stands that is met last: it says most. Null unless all of them are in the text. */
export function findTerms(text: string, terms: readonly string[]): Match | null {
  const { folded, written } = foldWithPlaces(text);
  let last: { at: number; length: number } | null = null;
  for (const term of terms) {
    const at = folded.indexOf(term);
    if (at < 0) return null;
    if (!last || at > last.at) last = { at, length: term.length };
  }
  return last && { at: written(last.at), end: written(last.at + last.length) };
}

/** One line around a match, with every match of every term in it marked. */
export function excerptOf(text: string, match: Match, terms: readonly string[]): Excerpt {
  const from = characterBorder(text, Math.max(0, match.at - before));
  const to = characterBorder(
    text,
    Math.min(text.length, Math.max(match.at + after, Math.min(match.end, match.at + 400))),
  );
  // Each is replaced by one: the places stay.
  const shownText = text.slice(from, to).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  // A word that is cut must not look like a whole one.
  const cut = isWithinWord(text, from) ? '…' : '';
  const snippet = cut + shownText;
  const { folded, written } = foldWithPlaces(snippet);
  const found: [number, number][] = [];
  for (const term of terms) {
    const shown = term.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
    for (
      let at = folded.indexOf(shown);
      at >= 0 && found.length < maxRanges;
      at = folded.indexOf(shown, at + shown.length)
    ) {
      found.push([written(at), written(at + shown.length)]);
    }
  }
  // A phrase that is longer than what is shown.
  if (found.length === 0) found.push([match.at - from + cut.length, Math.min(match.end, to) - from + cut.length]);
  return { snippet, ranges: merged(found) };
}

function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
}

function merged(ranges: [number, number][]): [number, number][] {
  const sorted = ranges.toSorted((one, other) => one[0] - other[0]);
  const kept: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = kept.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else kept.push([start, end]);
  }
  return kept;
}

/** `at`, or one before it where it would split a surrogate pair. */
function characterBorder(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
