import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkDefinitions, showFootnotes, splitBlocks, withoutHalfFence } from '../../renderer/markdown/blocks.ts';
import { cite } from '../support/cite.ts';

const corpus: Record<string, string> = {
  paragraphs: 'One.\n\nTwo\nstill two.\n\n\nThree.',
  headings: '# A\n\nText\n\nTitle\n=====\n\n## B\nText',
  'a fence with blank lines': 'Before\n\n```ts\nconst a = 1;\n\n\nconst b = `x`;\n```\n\nAfter',
  'a fence of four with one of three in it': '````md\n```\n\ncode\n```\n\n````\n\nAfter',
  'a fence that is never closed': 'A\n\n~~~\ncode\n\nmore\n\n# not a heading',
  'a tilde fence with backticks': '~~~\n```\n\n~~~\n\nB',
  'a loose list': '- one\n\n- two\n\n  more of two\n\n- three\n\nAfter',
  'a fence in a list': '1. one\n\n   ```sh\n   a\n\n   b\n   ```\n\n2. two\n\nAfter',
  'an indented fence in a list that is left': '- a\n\n      ```\n\nAfter',
  'indented code': 'Text\n\n    a\n\n    b\n\nAfter',
  quotes: '> a\n\n> b\n\nc',
  'a table': '| a | b |\n| - | - |\n| 1 | 2 |\n\nAfter',
  html: '<div>\n\n<script>alert(1)</script>\n\n</div>\n\nAfter',
  windows: 'One.\r\n\r\n```\r\na\r\n\r\nb\r\n```\r\n\r\nTwo.\r\n',
  'blanks with spaces': 'One\n  \nTwo\n\t\n Three',
  'a text in Chinese': '第一段。\n\n- 甲\n\n- 乙\n\n第二段。',
  rules: 'a\n\n---\n\n- b\n\n---\n\nc',
  'inline ticks at the start of a line': '``` a`b\n\nc',
  empty: '',
  'only blanks': '\n\n  \n',
};

/** What was finished at one moment is the same, and in the same place, at every later one. */
function stableThroughout(text: string): void {
  let finished: string[] = [];
  for (let end = 0; end <= text.length; end++) {
    const blocks = splitBlocks(text.slice(0, end));
    expect(blocks.join('')).toBe(text.slice(0, end));
    expect(blocks.slice(0, finished.length)).toEqual(finished);
    finished = blocks.slice(0, -1);
  }
}

describe('splitting a reply into blocks', () => {
  for (const [name, text] of Object.entries(corpus)) {
    test(cite('UI-4', `${name}: no finished block changes while more text arrives, and no letter is lost`), () => {
      stableThroughout(text);
    });
  }

  test(cite('UI-4', 'any text: no finished block changes while more arrives, and no letter is lost'), () => {
    const piece = fc.constantFrom(
      '\n',
      '\n\n',
      '\r\n',
      ' ',
      '  ',
      '    ',
      '\t',
      '- ',
      '1. ',
      '# ',
      '> ',
      '```',
      '````',
      '~~~',
      '`',
      '|',
      'a',
      'word ',
      '[a]: http://x',
      '[^1]: note',
      '<b>',
      '中',
      '*',
      '---',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => stableThroughout(pieces.join(''))),
      {
        numRuns: 400,
      },
    );
  });

  test('blocks are as people see them', () => {
    expect(splitBlocks('One.\n\n```ts\na\n\nb\n```\n\n- x\n\n- y\n\nEnd.')).toEqual([
      'One.\n\n',
      '```ts\na\n\nb\n```\n\n',
      '- x\n\n- y\n\n',
      'End.',
    ]);
  });

  test('definitions of links are found wherever they stand, footnotes are not among them', () => {
    const text = 'See [a].\n\n[a]: https://example.com\n\n[^1]: a note\n\n[b]: <https://example.org> "B"';
    expect(linkDefinitions(text)).toBe('[a]: https://example.com\n[b]: <https://example.org> "B"');
  });

  test('a footnote is shown as it was written, because its mark stands in another block', () => {
    expect(showFootnotes('[^1]: the note')).toBe('\\[^1]: the note');
    expect(showFootnotes('Text[^1]')).toBe('Text[^1]');
  });

  test('half of a fence is not shown while it is being written', () => {
    expect(withoutHalfFence('```\ncode\n``')).toBe('```\ncode\n');
    expect(withoutHalfFence('```\ncode\n```')).toBe('```\ncode\n```');
    expect(withoutHalfFence('a `b')).toBe('a `b');
  });
});
