import { expect, test } from 'vitest';
import { deriveTitle, maximumTitleLength, titleFromText } from '../../electron/conversation/title.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, conversationOf, userMessage } from '../support/messageBuilder.ts';

const letters = (text: string) => [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;

test.each([
  ['Fix the parser. Then test it.', 'Fix the parser'],
  ['Does it work? I hope so.', 'Does it work?'],
  ['  \n\n  two \t  words\u00a0here\nsecond line', 'two words here'],
  ['Look at e.g. this one. And more', 'Look at e.g. this one'],
  ['open src/a.ts and see v1.2.3', 'open src/a.ts and see v1.2.3'],
  ['调试这个程序。然后运行它。', '调试这个程序。'],
  ['wait...', 'wait...'],
  // Half of a long word might be half of a secret.
  [`Sign in with the token ghp_${'aB3d'.repeat(9)}`, 'Sign in with the token…'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['a\u202Eb\u0000c\u200B', 'ab c'],
  ['lone \ud83d half', 'lone \uFFFD half'],
  ['\n \t\r\n', ''],
])(cite('RESUME-6', 'the title of %j is %j'), (text, title) => {
  expect(titleFromText(text)).toBe(title);
});

test(cite('RESUME-6', 'a long title is cut between letters, at a word if there is one'), () => {
  const words = titleFromText('word '.repeat(100));
  expect(letters(words)).toBeLessThanOrEqual(maximumTitleLength);
  expect(words).toMatch(/^(word )+word…$/);
  for (const letter of ['x', '会', '👩‍👩‍👧', 'é', '🇩🇪']) {
    const title = titleFromText(letter.repeat(300));
    expect(letters(title)).toBe(maximumTitleLength);
    expect(title).toBe(`${letter.repeat(maximumTitleLength - 1)}…`);
  }
  const stacked = titleFromText(`a${'\u0301'.repeat(5000)}b`);
  expect(stacked.length).toBeLessThan(maximumTitleLength * 41);
});

test('the first user message with text becomes the title; without one there is a fixed one', () => {
  expect(
    deriveTitle(conversationOf([assistantMessage('Hello.'), userMessage('  '), userMessage('Real question')])),
  ).toBe('Real question');
  expect(deriveTitle([])).toBe('New conversation');
});
