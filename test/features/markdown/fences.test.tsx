// Nested fences: a document in one block keeps its code, while streaming, in a list, on a shared page and in an
// exported file.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balancedMarkdown } from '../../../electron/features/export/markdownBlocks.ts';
import { markdownHtml } from '../../../electron/interop/html/markdown.ts';
import { createBlockReader } from '../../../renderer/features/markdown/blockReader.ts';
import { withOuterFences } from '../../../shared/core/codeFences.ts';
import { cite } from '../../support/cite.ts';
import { openMarkdown } from '../../support/drawMarkdown.tsx';
import { wordsOf } from '../../support/staticMarkup.tsx';
import { volume } from '../../support/volume.ts';

const { html } = await openMarkdown();
const f = '```';

/** The content of each code block. */
function codes(markup: string): string[] {
  return [...markup.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, code = '']) => wordsOf(code).trim());
}

const inner = `# Title\n\n${f}bash\nnpm i\n${f}\n\nmore\n\n${f}json\n{"a":1}\n${f}\n\nlast line`;
const deep = `${f}md\n${f}js\na\n${f}\n${f}`;

const shown: [name: string, text: string, codes: string[]][] = [
  ['a document with code', `Here:\n\n${f}markdown\n${inner}\n${f}\n\nThat is all.`, [inner]],
  ['the same with another document after it', `${f}md\n${inner}\n${f}\n${f}MDX\n${inner}\n${f}`, [inner, inner]],
  ['a document in a document', `${f}markdown\n${deep}\n${f}\n\nAfter`, [deep]],
  ['tildes', `~~~markdown\n~~~js\na\n~~~\n~~~\n\nAfter`, ['~~~js\na\n~~~']],
  [
    'code with longer fences',
    `${f}markdown\n${f}\`js\na\n${f}\nb\n${f}\`\n${f}\nAfter`,
    [`${f}\`js\na\n${f}\nb\n${f}\``],
  ],
  ['fences that are longer outside', `${f}\`md\n${inner}\n${f}\`\n\nAfter`, [inner]],
  ['code of another language', `${f}text\n${f}bash\n${f}\n\nAfter\n\n${f}js\na\n${f}`, [`${f}bash`, 'a']],
  ['a document without code', `${f}markdown\n# a\n${f}\n\nAfter\n\n${f}js\na\n${f}`, ['# a', 'a']],
  ['a document that is not closed', `${f}markdown\n${inner}`, [inner]],
];

describe('a fence in a fence', () => {
  for (const [name, text, meant] of shown) {
    test(cite('UI-19', `${name}: is one block in the window, on a page and in a file`), async () => {
      expect(codes(html(text))).toEqual(meant);
      expect(codes(await markdownHtml(text, () => null))).toEqual(meant);
      // A reader that only knows CommonMark reads the file the same.
      const file = balancedMarkdown(text);
      if (!file.startsWith('>'))
        expect(codes(await markdownHtml(file.replaceAll('markdown', 'other'), () => null))).toEqual(meant);
      expect(file.replace(/^> ?/gm, '').replaceAll(/`+|~+/g, '')).toBe(text.replaceAll(/`+|~+/g, ''));
    });

    test(cite('UI-19', `${name}: in a list item and in a quote`), async () => {
      const item = `- First:\n\n${text.replaceAll(/^(?=.)/gm, '  ')}\n`;
      expect(codes(html(item))).toEqual(meant);
      expect(codes(await markdownHtml(item, () => null))).toEqual(meant);
      expect(codes(html(text.replaceAll(/^/gm, '> ')))).toEqual(meant);
    });

    test(cite(['UI-19', 'UI-4'], `${name}: no code block ends before it is closed, while streaming`), {
      tags: ['all'],
    }, () => {
      for (let end = 1; end <= text.length; end++) {
        // Between the marks nothing changes but the code.
        if (!/[`~\n]/.test(text.slice(end - 1, end + 1))) continue;
        const now = codes(html(text.slice(0, end), true));
        expect(now.length).toBeLessThanOrEqual(meant.length);
        for (const [at, code] of now.entries()) expect(meant[at]?.startsWith(code.replace(/\n?[`~]*$/, ''))).toBe(true);
      }
    });
  }

  test(cite(['UI-19', 'UI-4'], 'text read letter by letter equals text read in one go'), () => {
    for (const [, text] of shown) {
      const growing = createBlockReader();
      for (let end = 1; end < text.length; end++) growing.read(text.slice(0, end));
      expect(growing.read(text)).toEqual(createBlockReader().read(text));
    }
  });

  test(cite('UI-5', 'however many there are, a text is read in linear time'), () => {
    const text = `${f}md\n`.repeat(50_000);
    expect(createBlockReader().read(text).length).toBeLessThan(1000);
    expect(withOuterFences(text).length).toBeLessThan(text.length * 2);
  });

  test(cite('UI-19', 'longer fences change nothing but the fences, and not twice'), () => {
    const line = fc.constantFrom(
      f,
      `${f}md`,
      `${f}js`,
      `${f}\``,
      `${f}\`markdown`,
      '~~~md',
      '~~~',
      'a',
      '',
      '- b',
      `  ${f}md`,
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = lines.join('\n');
        const longer = withOuterFences(text);
        expect(longer.replaceAll(/`+|~+/g, '')).toBe(text.replaceAll(/`+|~+/g, ''));
        expect(withOuterFences(longer)).toBe(longer);
      }),
      { numRuns: volume({ short: 100, all: 500 }) },
    );
  });
});
