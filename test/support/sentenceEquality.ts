// In tests, a sentence equals its English text, and a value with `said` next to its English equals the same without it,
// since most tests are about the text. Tests of keys and parameters use `said`, or compare two sentences.

import { expect } from 'vitest';
import { readSentenceData, Sentence } from '../../shared/core/sentence.ts';

expect.addEqualityTesters([
  (one, other) => {
    if (one instanceof Sentence && typeof other === 'string') return one.text === other;
    if (other instanceof Sentence && typeof one === 'string') return other.text === one;
    return undefined;
  },
  function withoutSaid(one, other, testers) {
    if (!hasSaid(one) || !isPlain(other) || Object.hasOwn(other, 'said')) return undefined;
    const { said: _said, ...rest } = one;
    return this.equals(rest, other, testers);
  },
]);

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function hasSaid(value: unknown): value is Record<string, unknown> & { said: unknown } {
  return isPlain(value) && Object.hasOwn(value, 'said') && readSentenceData(value.said) !== null;
}
