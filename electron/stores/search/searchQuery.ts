// What a person typed, as what is looked for: the terms that must all occur, and the tokens by which the index finds where
// they may. Everything is plain text; only white space and quotes mean something. Pure.

import { fold } from '../../../shared/core/folding.ts';
import { queryTokens } from './indexTokens.ts';

export interface SearchQuery {
  /** Folded, each once. */
  terms: string[];
  /** For the table of trigrams and for the one of pairs, in FTS5's grammar; null: it is not asked. */
  trigrams: string | null;
  pairs: string | null;
}

/** A word, or a phrase whose quotes stand at the borders of words. */
const wordOrPhrase = /"([^"]+)"(?=\s|$)|\S+/g;
/** More tokens cost more time than they spare: what the index finds is read and compared for all that. */
const most = { terms: 40, trigrams: 12, pairs: 8 };
/** Characters of a term that the index is asked about. */
const askedCharacters = 1_000;

/** Null when nothing in it is long enough for the index. */
export function parseQuery(text: string): SearchQuery | null {
  const terms = new Set<string>();
  for (const [word, phrase] of text.matchAll(wordOrPhrase)) {
    const term = fold(phrase ?? word);
    if (term.trim() !== '') terms.add(term);
  }
  const trigrams = new Set<string>();
  const pairs = new Set<string>();
  for (const term of [...terms].slice(0, most.terms)) {
    const tokens = queryTokens(term.slice(0, askedCharacters));
    for (const trigram of tokens.trigrams) trigrams.add(trigram);
    for (const pair of tokens.pairs) pairs.add(pair);
  }
  if (trigrams.size === 0 && pairs.size === 0) return null;
  return {
    terms: [...terms],
    trigrams: allOf(spread([...trigrams], most.trigrams)),
    pairs: allOf(spread([...pairs], most.pairs)),
  };
}

function allOf(tokens: readonly string[]): string | null {
  if (tokens.length === 0) return null;
  return tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ');
}

/** `count` of them, from everywhere: neighbours say nearly the same. */
function spread(tokens: string[], count: number): string[] {
  if (tokens.length <= count) return tokens;
  return Array.from({ length: count }, (_, n) => tokens[Math.round((n * (tokens.length - 1)) / (count - 1))] as string);
}

/** Where an answer ended, so that the next begins there: a short text that a client hands back. Pure. */
export type SearchCursor =
  /** Titles, from the nth on. */
  | { phase: 'titles'; from: number }
  /** Docs up to this one, without the first `skip` hits in it. */
  | { phase: 'docs'; from: number; skip: number };

/** `generation`: of the index that it belongs to. */
export function writeCursor(generation: string, cursor: SearchCursor): string {
  return cursor.phase === 'titles' ? `${generation}.t.${cursor.from}` : `${generation}.d.${cursor.from}.${cursor.skip}`;
}

/** Null when it is none, or of an index that is no longer there. */
export function readCursor(generation: string, text: string): SearchCursor | null {
  const [, owner, phase, from, skip] = /^([\w-]+)\.([td])\.(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (owner !== generation) return null;
  return phase === 't'
    ? { phase: 'titles', from: Number(from) }
    : { phase: 'docs', from: Number(from), skip: Number(skip ?? 0) };
}
