// Parses a user's query into the terms that must all occur and the tokens to look up. Everything is plain text; only
// white space and quotes are special. Pure.

import { fold } from '../../../shared/core/folding.ts';
import { queryTokens } from './indexTokens.ts';

export interface SearchQuery {
  /** Case-folded, distinct. */
  terms: string[];
  /** FTS5 expressions for the trigram and pair tables; null skips the table. */
  trigrams: string | null;
  pairs: string | null;
}

/** A word, or a phrase whose quotes are at word boundaries. */
const wordOrPhrase = /"([^"]+)"(?=\s|$)|\S+/g;
/** More tokens cost more than they save, because index hits are read and compared anyway. */
const limits = { terms: 40, trigrams: 12, pairs: 8 };
/** Maximum characters of a term to look up. */
const askedCharacters = 1_000;

/** Null if nothing is long enough for the index. */
export function parseQuery(text: string): SearchQuery | null {
  const terms = new Set<string>();
  for (const [word, phrase] of text.matchAll(wordOrPhrase)) {
    const term = fold(phrase ?? word);
    if (term.trim() !== '') terms.add(term);
  }
  const trigrams = new Set<string>();
  const pairs = new Set<string>();
  for (const term of [...terms].slice(0, limits.terms)) {
    const tokens = queryTokens(term.slice(0, askedCharacters));
    for (const trigram of tokens.trigrams) trigrams.add(trigram);
    for (const pair of tokens.pairs) pairs.add(pair);
  }
  if (trigrams.size === 0 && pairs.size === 0) return null;
  return {
    terms: [...terms],
    trigrams: allOf(spread([...trigrams], limits.trigrams)),
    pairs: allOf(spread([...pairs], limits.pairs)),
  };
}

function allOf(tokens: readonly string[]): string | null {
  if (tokens.length === 0) return null;
  return tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ');
}

/** Samples `count` tokens evenly, because neighbors are redundant. */
function spread(tokens: string[], count: number): string[] {
  if (tokens.length <= count) return tokens;
  return Array.from({ length: count }, (_, n) => tokens[Math.round((n * (tokens.length - 1)) / (count - 1))] as string);
}

/** Where an answer ended, as an opaque string that the client sends back. Pure. */
export type SearchCursor =
  /** Titles, from the nth on. */
  | { phase: 'titles'; from: number }
  /** Docs up to this one, skipping its first `skip` hits. */
  | { phase: 'docs'; from: number; skip: number };

/** `generation` is that of the index. */
export function encodeCursor(generation: string, cursor: SearchCursor): string {
  return cursor.phase === 'titles' ? `${generation}.t.${cursor.from}` : `${generation}.d.${cursor.from}.${cursor.skip}`;
}

/** Null if invalid or from an index that no longer exists. */
export function decodeCursor(generation: string, text: string): SearchCursor | null {
  const [, owner, phase, from, skip] = /^([\w-]+)\.([td])\.(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (owner !== generation) return null;
  return phase === 't'
    ? { phase: 'titles', from: Number(from) }
    : { phase: 'docs', from: Number(from), skip: Number(skip ?? 0) };
}
