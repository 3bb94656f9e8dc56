// How Markdown is rendered: half-written marks, formulas and amounts of money, code of any length, tables as text.

import { describe, expect, test } from 'vitest';
import { closeOpenSyntax } from '../../../renderer/features/markdown/closeOpenSyntax.ts';
import { fenceCode } from '../../../renderer/features/markdown/MarkdownChunk.tsx';
import { isFormula, isTooComplex } from '../../../renderer/features/markdown/mathText.ts';
import { createReplyReader } from '../../../renderer/features/markdown/reply.ts';
import { tableAsCsv, tableAsMarkdown } from '../../../renderer/features/markdown/TableFrame.tsx';
import { cite } from '../../support/cite.ts';
import { openMarkdown } from '../../support/drawMarkdown.tsx';
import { wordsOf } from '../../support/staticMarkup.tsx';

const { html } = await openMarkdown();

describe('text still being written', () => {
  const calm: [written: string, shown: string][] = [
    ['a **bol', 'a **bol**'],
    ['a **bold*', 'a **bold**'],
    ['a *b **c', 'a *b **c***'],
    ['see [the docs](https://exa', 'see the docs'],
    ['see [the docs]', 'see the docs'],
    ['see [the do', 'see the do'],
    ['![a cat](https://', 'a cat'],
    ['run `npm te', 'run `npm te`'],
    ['a ~~b', 'a ~~b~~'],
    ['a note[^1', 'a note'],
    ['text\n-', 'text\n'],
    ['text\n==', 'text\n'],
    ['- a\n- [ ]', '- a\n'],
    ['the cost $x^2 + ', 'the cost `x^2 +`'],
    ['\\(\\frac{a', '`\\frac{a`'],
    ['it is $5', 'it is $5'],
    ['snake_case and 2 * 3 ', 'snake_case and 2 * 3 '],
    ['whole **words** and [links](https://a.b).', 'whole **words** and [links](https://a.b).'],
    ['- a\n  ```js\n  let **a', '- a\n  ```js\n  let **a'],
  ];
  for (const [written, shown] of calm) {
    test(cite('UI-4', `${JSON.stringify(written)} is shown without raw marks`), () => {
      expect(closeOpenSyntax(written)).toBe(shown);
    });
  }

  test(cite('UI-4', 'no raw mark is visible at any prefix of an ordinary reply'), { tags: ['all'] }, () => {
    const text =
      'A **bold** word, *one* more, `code` and [a link](https://a.b/c_d).\n\n- **x**: y\n- z\n\n| a | b |\n| - | - |\n| 1 | **2** |\n\n```ts\nlet a;\n```\n\nEnd.';
    for (let end = 1; end <= text.length; end++) {
      const words = wordsOf(html(text.slice(0, end), true));
      expect([text.slice(0, end), words.match(/[*`[\]|]|https/)?.[0]]).toEqual([text.slice(0, end), undefined]);
    }
  });

  test(
    cite('UI-4', 'a table is recognized from its header on, and a formula is shown as its source until it ends'),
    () => {
      expect(html('| a | b |', true)).toContain('<table>');
      expect(html('| a | b |\n| -', true)).toContain('<table>');
      expect(html('$$\n\\frac{a}{b}\n', true)).toContain('maths-source');
      expect(html('$$\n\\frac{a}{b}\n$$', true)).toContain('katex-display');
    },
  );
});

describe('formulas', () => {
  test(cite('UI-4', 'are rendered in each of their four forms'), () => {
    for (const text of [
      'is $a^2$.',
      'is \\(\\frac{a}{b}\\).',
      '$$a^2$$',
      '\\[\na^2\n\\]',
      '$$ a\n+ b $$',
      '- x\n  $$\n  a\n  $$',
    ]) {
      expect([text, html(text).includes('<math')]).toEqual([text, true]);
    }
  });

  test(cite('UI-4', 'are distinguished from amounts of money, shell and code'), () => {
    for (const text of [
      'between $5 and $10',
      '$5–$10 a month',
      'US$ 5 and CA$ 7',
      'costs $1,200 for two, or $900 for one',
      '`$a$`',
      '```sh\necho $a $b\n```',
      'set $HOME and $PATH',
    ]) {
      expect([text, html(text).includes('<math')]).toEqual([text, false]);
    }
    expect(isFormula('x', null)).toBe(true);
    expect(isFormula('5 and ', null)).toBe(false);
  });

  test(cite('SEC-4', 'that are invalid, or too long, are shown as their source'), () => {
    expect(isTooComplex('{'.repeat(100_000))).toBe(true);
    expect(isTooComplex('\\sqrt '.repeat(50))).toBe(true);
    expect(isTooComplex(`\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(200)}`)).toBe(true);
    expect(isTooComplex("x'".repeat(500))).toBe(true);
    for (const text of [
      '$\\frac{a$',
      `$${'{'.repeat(100)}$`,
      '$\\href{javascript:alert(1)}{x}$',
      '$\\def\\a{\\a\\a}\\a$',
    ]) {
      expect(html(text)).not.toMatch(/ href=|<a /);
    }
    expect(html('$\\nosuchcommand{x}$')).toContain('nosuchcommand');
  });
});

describe('code', () => {
  test(cite('UI-4', 'is the text between the fences, in pieces that stay the same'), () => {
    expect(fenceCode(['```ts\na\n', 'b\n', 'c\n```\n'])).toEqual({
      language: 'ts',
      pieces: ['a\n', 'b\n', 'c\n'],
      closed: true,
    });
    expect(fenceCode(['  ```\n  a\n    b\n'])).toEqual({ language: '', pieces: ['a\n  b\n'], closed: false });
    expect(fenceCode(['b\n'], '```js\n')).toEqual({ language: 'js', pieces: ['b\n'], closed: false });
  });

  test(cite('PERF-6', 'a growing fence costs only its additions, however long it is'), () => {
    const text = `\`\`\`ts\n${'const a = 1;\n'.repeat(20_000)}`;
    const reader = createReplyReader();
    reader.read(text.slice(0, -26));
    const before = reader.read(text.slice(0, -13)).chunks.at(-1)?.parts.at(-1)?.pieces ?? [];
    const after = reader.read(text).chunks.at(-1)?.parts.at(-1)?.pieces ?? [];
    const changed = after.filter((piece, at) => piece !== before[at]);
    expect(changed.length).toBeLessThanOrEqual(2);
    expect(changed.join('').length).toBeLessThan(20_000);
  });
});

describe('a long text', () => {
  test(cite('PERF-6', 'finished parts are the same objects at each read'), () => {
    const reader = createReplyReader();
    const text = 'One *word*.\n\n- a\n- b\n\n'.repeat(2000);
    const before = reader.read(text.slice(0, 30_000)).chunks;
    const after = reader.read(text).chunks;
    expect(before.length).toBeGreaterThan(8);
    for (const [at, chunk] of before.slice(0, -1).entries()) expect(after[at]).toBe(chunk);
    expect(
      after
        .flatMap(({ parts }) => parts.flatMap(({ pieces }) => pieces))
        .join('')
        .replaceAll(/\s/g, ''),
    ).toBe(text.replaceAll(/\s/g, ''));
  });
});

describe('a table as text', () => {
  test('as Markdown, and as values that no spreadsheet executes', () => {
    const rows = [
      ['a', 'b|c'],
      ['=1+1', 'x, "y"'],
      ['-5', '@z'],
    ];
    expect(tableAsMarkdown(rows)).toBe('| a | b\\|c |\n| --- | --- |\n| =1+1 | x, "y" |\n| -5 | @z |\n');
    expect(tableAsCsv(rows)).toBe('a,b|c\r\n\'=1+1,"x, ""y"""\r\n-5,\'@z\r\n');
  });
});
