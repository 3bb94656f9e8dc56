// Matches a text against all terms of a query and builds the excerpt. Pure.

import { foldWithOffsets } from '../../../shared/core/folding.ts';

export interface Match {
  /** UTF-16 offset in the original text. */
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

/** The term that first occurs last, as the most telling one. Null unless the text has all terms. */
export function findTerms(text: string, terms: readonly string[]): Match | null {
  const { folded, written } = foldWithOffsets(text);
  let last: { at: number; length: number } | null = null;
  for (const term of terms) {
    const at = folded.indexOf(term);
    if (at < 0) return null;
    if (!last || at > last.at) last = { at, length: term.length };
  }
  return last && { at: written(last.at), end: written(last.at + last.length) };
}

/** One line around a match, with all matches of all terms marked. */
export function excerptOf(text: string, match: Match, terms: readonly string[]): Excerpt {
  const from = characterBorder(text, Math.max(0, match.at - before));
  const to = characterBorder(
    text,
    Math.min(text.length, Math.max(match.at + after, Math.min(match.end, match.at + 400))),
  );
  // One-to-one replacement keeps the offsets.
  const shownText = text.slice(from, to).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  // A cut word must not look complete.
  const cut = isWithinWord(text, from) ? '…' : '';
  const snippet = cut + shownText;
  const { folded, written } = foldWithOffsets(snippet);
  const ranges: [number, number][] = [];
  for (const term of terms) {
    const printable = term.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
    for (
      let at = folded.indexOf(printable);
      at >= 0 && ranges.length < maxRanges;
      at = folded.indexOf(printable, at + printable.length)
    ) {
      ranges.push([written(at), written(at + printable.length)]);
    }
  }
  // A phrase longer than the excerpt.
  if (ranges.length === 0) ranges.push([match.at - from + cut.length, Math.min(match.end, to) - from + cut.length]);
  return { snippet, ranges: merged(ranges) };
}

function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
}

function merged(ranges: [number, number][]): [number, number][] {
  const sorted = ranges.toSorted((one, other) => one[0] - other[0]);
  const mergedRanges: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = mergedRanges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else mergedRanges.push([start, end]);
  }
  return mergedRanges;
}

/** `at`, or one less to avoid splitting a surrogate pair. */
function characterBorder(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
