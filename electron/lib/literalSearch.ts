// Searches for any number of texts at once, the longest first: a pattern with thousands of alternatives would try each at every position.

import type { TextMatch, TextSearch } from './textSearch.ts';

const prefixLength = 4;

export interface LiteralSearch extends TextSearch {
  /** At least two characters. */
  add(literal: string): void;
}

export function createLiteralSearch(): LiteralSearch {
  const literals = new Set<string>();
  /** Lengths of the literals with a beginning, the longest first. */
  const lengths = new Map<string, number[]>();
  const prefixLengths = new Set<number>();
  /** By a hash of the first two characters. */
  const begins = new Uint8Array(0x10000);
  let maxLength = 0;

  function matchAt(text: string, at: number): number {
    let longest = 0;
    for (const count of prefixLengths) {
      for (const length of lengths.get(text.slice(at, at + count)) ?? []) {
        if (length <= longest) break;
        if (literals.has(text.slice(at, at + length))) longest = length;
      }
    }
    return longest;
  }

  return {
    get maxLength() {
      return maxLength;
    },
    add(literal) {
      if (literal.length < 2 || literals.has(literal)) return;
      literals.add(literal);
      maxLength = Math.max(maxLength, literal.length);
      const prefix = literal.slice(0, prefixLength);
      prefixLengths.add(prefix.length);
      const withPrefix = lengths.get(prefix) ?? [];
      if (!withPrefix.includes(literal.length)) withPrefix.push(literal.length);
      lengths.set(
        prefix,
        withPrefix.sort((one, other) => other - one),
      );
      begins[hash(literal.charCodeAt(0), literal.charCodeAt(1))] = 1;
    },
    *find(text, start): Generator<TextMatch> {
      if (literals.size === 0) return;
      let next = text.charCodeAt(start);
      for (let at = start; at < text.length - 1; at++) {
        const unit = next;
        next = text.charCodeAt(at + 1);
        if (begins[hash(unit, next)] === 0) continue;
        const length = matchAt(text, at);
        if (length === 0) continue;
        const end = at + length;
        yield { at, end, value: { at, end } };
        at = end - 1;
        next = text.charCodeAt(end);
      }
    },
  };
}

function hash(unit: number, next: number): number {
  return (unit * 251 + next) & 0xffff;
}
