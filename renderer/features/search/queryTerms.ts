// Splits a query into words and "phrases", like the host. Pure.

import { fold } from '../../../shared/core/folding.ts';

const wordOrPhrase = /"([^"]+)"(?=\s|$)|\S+/g;

/** Normalized, longest first. */
export function queryTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const [word, phrase] of text.matchAll(wordOrPhrase)) {
    const term = fold(phrase ?? word);
    if (term.trim() !== '') terms.add(term);
  }
  return [...terms].toSorted((one, other) => other.length - one.length);
}
