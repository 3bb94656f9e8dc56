// The context around a match.

import { expect, test } from 'vitest';
import { excerptOf } from '../../../electron/stores/search/matching.ts';

function shown(text: string, term: string): { snippet: string; marked: string[] } {
  const at = text.indexOf(term);
  const { snippet, ranges } = excerptOf(text, { at, end: at + term.length }, [term]);
  return { snippet, marked: ranges.map(([from, to]) => snippet.slice(from, to)) };
}

test('an excerpt that starts within a word says so, and still marks the match', () => {
  expect(shown(`${'a'.repeat(70)} thyme`, 'thyme')).toEqual({ snippet: `…${'a'.repeat(59)} thyme`, marked: ['thyme'] });
  expect(shown(`notes ${'-'.repeat(60)}thyme`, 'thyme').snippet).toBe(`${'-'.repeat(60)}thyme`);
  expect(shown('thyme', 'thyme').snippet).toBe('thyme');
});
