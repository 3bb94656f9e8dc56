import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type BlockLimits, createBlockReader } from '../../../renderer/features/markdown/blockReader.ts';
import {
  addDefinitions,
  type Definitions,
  noDefinitions,
  usedDefinitions,
} from '../../../renderer/features/markdown/definitions.ts';
import { splitText } from '../../../renderer/features/markdown/textPieces.ts';
import { cite } from '../../support/cite.ts';
import { volume } from '../../support/volume.ts';

function splitBlocks(text: string, limits?: BlockLimits): string[] {
  return createBlockReader(limits)
    .read(text)
    .map((block) => block.text);
}

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
        numRuns: volume({ short: 80, all: 400 }),
      },
    );
  });

  test('blocks match what a reader sees', () => {
    expect(splitBlocks('One.\n\n```ts\na\n\nb\n```\n\n- x\n\n- y\n\nEnd.')).toEqual([
      'One.\n\n',
      '```ts\na\n\nb\n```\n\n',
      '- x\n\n- y\n\n',
      'End.',
    ]);
  });

  test('link and footnote definitions are found wherever they are; a block is parsed with those of its links', () => {
    const text = 'See [a].\n\n[a]: https://example.com\n\n[^1]: a note\n\n[b]: <https://example.org> "B"';
    const definitions = gatherDefinitions(splitBlocks(text));
    const links = ['[a]: https://example.com', '[b]: <https://example.org> "B"'];
    expect([...definitions.values()]).toEqual([links[0], '[^1]: a note', links[1]]);
    expect(usedDefinitions('See [A] and [ b\n] and [^1].', definitions)).toBe(links.join('\n'));
    expect(usedDefinitions('See [it][b].', definitions)).toBe('[b]: <https://example.org> "B"');
    expect(usedDefinitions('See b.', definitions)).toBe('');
  });

  test('the same definitions are the same map, so that no block re-renders for them', () => {
    const first = gatherDefinitions(['[a]: b', 'text']);
    expect(['[a]: b', 'text', 'more'].reduce((before, block) => addDefinitions(block, before), first)).toBe(first);
    expect(addDefinitions('[c]: d', first)).not.toBe(first);
  });

  test('the number of known definitions is bounded', () => {
    const many = Array.from({ length: 10_000 }, (_, number) => `[${number}]: b`);
    expect(gatherDefinitions([many.join('\n')]).size).toBeLessThan(1000);
    expect(gatherDefinitions(many).size).toBeLessThan(1000);
    expect(gatherDefinitions([`[a]: ${'b'.repeat(1_000_000)}`]).size).toBe(0);
  });
});

/** A whole reply's definitions, block by block. */
function gatherDefinitions(blocks: readonly string[]): Definitions {
  return blocks.reduce((before: Definitions, block) => addDefinitions(block, before), noDefinitions);
}

const small: BlockLimits = { block: 12, part: 12, code: 12, parts: 3, codeParts: 99, piece: 5, blocks: 4, reply: 60 };

describe('reading a growing reply', () => {
  const piece = fc.constantFrom(
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '   ',
    '- ',
    '```',
    '`',
    'a',
    'word ',
    '> ',
    '\u{1f642}',
    '# ',
    '1. ',
    '~~~',
    '|a|b|\n|-|-|\n',
    '|c',
    '$$',
    '<',
    '* ',
  );

  test(cite('UI-4', 'text read while it grows has the same blocks as text read in one go, whatever the limits'), () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.record({
          block: fc.integer({ min: 3, max: 30 }),
          part: fc.integer({ min: 1, max: 20 }),
          parts: fc.integer({ min: 1, max: 3 }),
          piece: fc.integer({ min: 3, max: 30 }),
          blocks: fc.integer({ min: 1, max: 9 }),
          reply: fc.integer({ min: 1, max: 90 }),
        }),
        (pieces, some) => {
          const limits = { ...some, code: some.part, codeParts: some.parts };
          const growing = createBlockReader(limits);
          let text = '';
          let before: readonly unknown[] = [];
          for (const more of pieces) {
            text += more;
            const blocks = growing.read(text);
            expect(blocks.map((block) => block.text).join('')).toBe(text);
            expect(blocks).toEqual(createBlockReader(limits).read(text));
            for (const [index, finished] of before.slice(0, -1).entries()) expect(blocks[index]).toBe(finished);
            before = blocks;
          }
        },
      ),
      { numRuns: volume({ short: 120, all: 600 }) },
    );
  });

  test('a different or shorter text is read from the start', () => {
    const reader = createBlockReader();
    reader.read('One.\n\nTwo.\n\nThree.');
    expect(reader.read('One.\n\nTw').map((block) => block.text)).toEqual(['One.\n\n', 'Tw']);
    expect(reader.read('Other.\n\nTwo.').map((block) => block.text)).toEqual(['Other.\n\n', 'Two.']);
    expect(reader.read('')).toEqual([]);
  });

  test(cite('UI-5', 'a block that is too long is plain text in pieces, and the next one is Markdown again'), () => {
    expect(createBlockReader({ ...small, blocks: 99, reply: 999 }).read('aa\nbb\ncc\ndd\nee\n\nnext')).toEqual([
      { text: 'aa\n', kind: 'text', plain: 'long', goesOn: false, head: '' },
      { text: 'bb\n', kind: 'text', plain: 'long', goesOn: true, head: '' },
      { text: 'cc\n', kind: 'text', plain: 'long', goesOn: true, head: '' },
      { text: 'dd\n', kind: 'text', plain: 'long', goesOn: true, head: '' },
      { text: 'ee\n\n', kind: 'text', plain: 'long', goesOn: true, head: '' },
      { text: 'next', kind: 'text', plain: null, goesOn: false, head: '' },
    ]);
  });

  test(cite('UI-5', 'a fence that is too long is code in pieces, including what looks like blocks inside'), () => {
    const blocks = createBlockReader({ ...small, blocks: 99, reply: 999 }).read(
      `\`\`\`\n${'a\n\nb\n'.repeat(6)}\`\`\`\n\n# next`,
    );
    const pieces = blocks.slice(0, -1);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every(({ kind, plain, goesOn }, at) => kind === 'fence' && plain === null && goesOn === at > 0)).toBe(
      true,
    );
    expect(blocks.at(-1)).toMatchObject({ text: '# next', kind: 'text', goesOn: false });
  });

  test(cite('UI-4', 'a long list and a long table continue in pieces, split where an item or row starts'), () => {
    const bounds = { ...small, blocks: 99, reply: 9999, block: 100 };
    const list = createBlockReader(bounds).read('1. aaaa\n2. bbbb\n   c\n3. dddd\n4. e\n\nafter');
    expect(list.map(({ text, kind, goesOn }) => [text, kind, goesOn])).toEqual([
      ['1. aaaa\n2. bbbb\n   c\n', 'list', false],
      ['3. dddd\n4. e\n\n', 'list', true],
      ['after', 'text', false],
    ]);
    const table = createBlockReader(bounds).read('|a|\n|-|\n|b b b|\n|c c c|\n|d d d|\n# End\nafter');
    expect(table.map(({ text, kind, head }) => [text, kind, head])).toEqual([
      ['|a|\n|-|\n|b b b|\n', 'table', ''],
      ['|c c c|\n|d d d|\n', 'table', '|a|\n|-|\n'],
      ['# End\n', 'text', ''],
      ['after', 'text', ''],
    ]);
  });

  test('a block ends where the next starts, without a blank line between them', () => {
    const texts = splitBlocks('# Title\nText\n- a\n- b\n```js\ncode\n```\n1. one\n> quote\n## More\nEnd');
    expect(texts).toEqual([
      '# Title\n',
      'Text\n',
      '- a\n- b\n',
      '```js\ncode\n```\n',
      '1. one\n',
      '> quote\n',
      '## More\n',
      'End',
    ]);
    for (const whole of ['<div>\n# a\n- b', '$$\n- a\n# b\n$$', 'a\n2. b', '- a\n  # b\n  > c', 'a\n=\nb']) {
      expect(splitBlocks(whole)).toEqual([whole]);
    }
  });

  test(cite('UI-5', 'after the maximum number of blocks, the rest of a reply is plain text'), () => {
    const blocks = createBlockReader(small).read('a\n\n'.repeat(8));
    expect(blocks.slice(0, 5).map((block) => block.plain)).toEqual([null, null, null, null, 'reply']);
    expect(blocks.slice(5).every((block) => block.plain === 'reply' && block.goesOn)).toBe(true);
  });

  test('a surrogate pair is never split', () => {
    const smile = '\u{1f642}';
    for (const size of [3, 4, 5]) {
      for (const part of splitText(smile.repeat(20), size)) expect(part.isWellFormed()).toBe(true);
      const limits = { ...small, block: 3, piece: size, blocks: 99, reply: 999 };
      for (const part of splitBlocks(smile.repeat(20), limits)) expect(part.isWellFormed()).toBe(true);
    }
  });
});

test(cite('UI-5', 'a long text read in slices is not compared with itself for each slice'), () => {
  const text = 'one line without an end '.repeat(20_000);
  const reader = createBlockReader();
  reader.readSome(text, 10_000);
  const compared = vi.spyOn(String.prototype, 'startsWith');
  const letters = (): number => compared.mock.calls.reduce((sum, [wanted]) => sum + wanted.length, 0);
  try {
    while (reader.readSome(text, 10_000).unread > 0);
    expect(letters()).toBeLessThan(text.length);
    // A text that only grows is the same text; a different one is read from the start.
    expect(reader.readSome(`${text}more`, 10_000).restarts).toBe(0);
    expect(reader.readSome(`another ${text}`, 10_000).restarts).toBe(1);
  } finally {
    compared.mockRestore();
  }
});
