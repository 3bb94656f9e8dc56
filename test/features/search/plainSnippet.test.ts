// Search excerpts as readable text, with the matches at their new positions.

import { describe, expect, test } from 'vitest';
import { plainSnippet } from '../../../renderer/features/search/plainSnippet.ts';
import { cite } from '../../support/cite.ts';

/** The word is the match. */
function shown(text: string, word: string): { text: string; marked: string[] } {
  const at = text.indexOf(word);
  const plain = plainSnippet(text, at < 0 ? [] : [[at, at + word.length]]);
  return { text: plain.text, marked: plain.ranges.map(([from, to]) => plain.text.slice(from, to)) };
}

describe('an excerpt of Markdown', () => {
  test.each([
    ['It **counts every row** of `events` here', 'events', 'It counts every row of events here'],
    ['cut in the middle** of bold, and `of co', 'bold', 'cut in the middle of bold, and of co'],
    ['## Heading with *stress* and _more_ and ~~less~~', 'stress', 'Heading with stress and more and less'],
    ['see [the dashboard](https://example.com/a?b) there', 'dashboard', 'see the dashboard there'],
    ['这是**粗体**和`代码`的文字', '代码', '这是粗体和代码的文字'],
    ['**basil** wants ``a `tick` `` more', 'more', 'basil wants a tick  more'],
  ])('%s', (text, word, plain) => expect(shown(text, word)).toEqual({ text: plain, marked: [word] }));

  test.each([
    ['2**3 is 8 and a * b * c', 'is'],
    ['src/**/*.ts and snake_case_name and __init__.py', 'and'],
    ['an array[0](call)', 'call'],
    ['1 > 2 is false, #5 is a number', 'false'],
  ])('what only resembles a mark stays: %s', (text, word) => expect(shown(text, word).text).toBe(text));

  test('text in code is unchanged', () =>
    expect(shown('run `ls **/*.ts __x__` now', 'now').text).toBe('run ls **/*.ts __x__ now'));

  test(cite('UI-3', 'the match itself is never removed'), () => {
    expect(shown('a **bold** word', '**bold**')).toEqual({ text: 'a bold word', marked: ['bold'] });
    expect(shown('a `tick`', '`')).toEqual({ text: 'a `tick`', marked: ['`'] });
    expect(shown('a **`tick`** more', '**`')).toEqual({ text: 'a **`tick`** more', marked: ['**`'] });
    expect(shown('see [here](https://example.com/garden)', 'garden').marked).toEqual(['garden']);
  });

  test('a phrase across marks is marked completely', () =>
    expect(shown('the **health** check', 'the **health** check').marked).toEqual(['the health check']));

  test('a text crafted to be slow is still shown', () => {
    const text = '*a _b `c [d](e '.repeat(400);
    expect(plainSnippet(text, [[5, 6]])).toBeDefined();
  });
});
