// Texts that are short to send and expensive to render. The cost is counted (letters passed to a parser, pieces,
// elements, nesting depth), so that the result is the same on a slow machine.

import { beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../renderer/core/state/session.ts';
import { strings } from '../../../renderer/core/strings.ts';
import { ArgumentsView } from '../../../renderer/features/calls/ArgumentsView.tsx';
import { type Block, createBlockReader } from '../../../renderer/features/markdown/blockReader.ts';
import { limits } from '../../../renderer/features/markdown/limits.ts';
import { Markdown } from '../../../renderer/features/markdown/Markdown.tsx';
import { renderDelayMs } from '../../../renderer/features/markdown/ParsedBlock.tsx';
import { plainTextReason } from '../../../renderer/features/markdown/plainTextReason.ts';
import { ansiParts } from '../../../renderer/features/results/ansi.ts';
import { TextView } from '../../../renderer/features/results/TextPane.tsx';
import { cite } from '../../support/cite.ts';
import { joinSession, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';
import { sample, volume } from '../../support/volume.ts';
import { hostileTexts, ofSize } from './hostileMarkdown.ts';

let session: Session;
beforeAll(() => {
  session = joinSession({ snapshot: snapshotFixture() }).session;
});

const html = (text: string): string => staticMarkup(session, <Markdown text={text} />);
const blocksOf = (text: string): readonly Block[] => createBlockReader().read(text);

/** Letters passed to a parser; plain text pieces do not count. */
const parsed = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text, plain }) => sum + (plain === null ? text.length : 0), 0);

function shapeOf(markup: string): { elements: number; depth: number } {
  let depth = 0;
  let deepest = 0;
  let elements = 0;
  for (const [tag] of markup.matchAll(/<\/?[a-z][^>]*>/g)) {
    if (tag.startsWith('</')) depth--;
    else {
      elements++;
      if (!tag.endsWith('/>')) deepest = Math.max(deepest, ++depth);
    }
  }
  return { elements, depth: deepest };
}

/** Maximum elements per letter, and those around them. */
const dearest = 8;

describe('texts that are expensive to render', () => {
  for (const hostile of sample(8, hostileTexts)) {
    test(cite(['UI-4', 'UI-5'], `${hostile.name}: rendered in full and at prefixes, with bounded work`), {
      tags: ['all'],
    }, () => {
      for (const letters of volume({ short: [500, 2500], all: [500, 6000] })) {
        const text = ofSize(hostile, letters);
        for (const part of [1, 0.6]) {
          const shown = text.slice(0, Math.ceil(text.length * part));
          const { elements, depth } = shapeOf(html(shown));
          expect(depth).toBeLessThan(4 * limits.depth + 2 * limits.paragraph.open);
          expect(elements).toBeLessThan(200 + Math.max(3 * limits.cells, dearest * shown.length));
        }
      }
    });

    test(cite('UI-5', `${hostile.name}: at any size every letter is there, and a parser gets few at once`), () => {
      for (const letters of volume({ short: [30_000], all: [30_000, 1_000_000] })) {
        const text = ofSize(hostile, letters);
        const blocks = blocksOf(text);
        expect(blocks.map((block) => block.text).join('')).toBe(text);
        for (const block of blocks) {
          expect(block.text.length).toBeLessThanOrEqual(limits.block + 1000);
        }
        expect(parsed(blocks)).toBeLessThanOrEqual(limits.reply + limits.piece);
        expect(blocks.length).toBeLessThanOrEqual(limits.blocks + (8 * text.length) / limits.code + 8);
      }
    });

    test(cite('UI-5', `${hostile.name}: while streaming a finished block is never read again`), () => {
      const text = ofSize(hostile, volume({ short: 60_000, all: 200_000 }));
      const steps = volume({ short: 20, all: 50 });
      const reader = createBlockReader();
      let before = new Set<Block>();
      for (let step = 1; step <= steps; step++) {
        const blocks = reader.read(text.slice(0, Math.ceil((text.length * step) / steps)));
        const fresh = blocks.filter((block) => !before.has(block));
        const letters = fresh.reduce((sum, block) => sum + block.text.length, 0);
        expect(letters).toBeLessThanOrEqual(limits.piece + limits.piece + text.length / steps);
        before = new Set(blocks);
      }
    });
  }
});

describe('plain text', () => {
  test(cite('UI-10', 'says why, and keeps every letter'), () => {
    for (const [text, reason] of [
      [`${'>'.repeat(5000)} x`, 'deep'],
      [`${'_a '.repeat(2000)}${'b_ '.repeat(2000)}`, 'dense'],
      ['word '.repeat(6000), 'long'],
    ] as const) {
      const words = wordsOf(html(text));
      expect(words).toContain(strings.chat.plain[reason]);
      expect(words.replace(strings.chat.plain[reason], '').trimEnd()).toBe(text.trimEnd());
    }
  });

  test(cite('UI-4', 'is limited to that block: its surroundings are Markdown'), () => {
    const markup = html(`# Title\n\n${'- '.repeat(3000)}y\n\nand **after** [it][a]\n\n[a]: https://example.com`);
    expect(markup).toContain('<h1>Title</h1>');
    expect(markup).toContain('data-plain="deep"');
    expect(markup).toContain('<strong>after</strong>');
    expect(markup).toContain('href="https://example.com/"');
  });

  test(cite('UI-4', 'is not used for what people and models write'), () => {
    const list = Array.from(
      { length: 250 },
      (_, at) => `- **Item ${at}**: see \`f${at}()\`, [docs](https://a.b/${at})`,
    );
    const steps = Array.from(
      { length: 30 },
      (_, at) => `${at + 1}. Do it:\n\n   \`\`\`c\n   a[${at}] = *b[**c] <! d;\n   \`\`\``,
    );
    const rows = Array.from({ length: 200 }, (_, at) => `| ${at} | **x** | _y_ | \`z\` | [l](https://a.b) |`);
    const json = `\`\`\`json\n${'[[[["a*_~`"]]]],\n'.repeat(2500)}\`\`\``;
    const ordinary = {
      'a list of 250 items': list.join('\n'),
      '30 steps with code': steps.join('\n\n'),
      'a table of 200 rows': `| a | b | c | d | e |\n| - | - | - | - | - |\n${rows.join('\n')}`,
      'a fence of 40,000 letters full of marks': json,
      'a paragraph of 10,000 letters': 'Some *words* with `code`, a [link](https://a.b) and snake_case_names. '.repeat(
        145,
      ),
      'quotes and lists six deep': '> > > - a\n> > >   - b\n> > >     - c',
      'a list ten deep': Array.from({ length: 10 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
      'mathematics and shell': 'a * b * c ** d ~ e; rm -rf *; ls **/*.ts; $x_1 _ y_2$ '.repeat(20),
    };
    for (const [name, text] of Object.entries(ordinary)) {
      expect([name, ...blocksOf(text).map(({ plain }) => plain)].filter(Boolean)).toEqual([name]);
    }
  });

  test('code in a list is not counted; what only resembles code is', () => {
    const marks = '*a '.repeat(400);
    expect(plainTextReason(`- a\n  \`\`\`\n  ${marks}\n  \`\`\``)).toBe(null);
    expect(plainTextReason(`- a\n  \`\`\`\n${marks}`)).toBe('dense');
    expect(plainTextReason(`- a\n          \`\`\`\n  ${marks}`)).toBe('dense');
  });
});

describe('work while a reply streams', () => {
  test(cite('UI-5', 'a long block renders less often the longer it is, a short one on each frame'), () => {
    expect(renderDelayMs('a'.repeat(limits.calm))).toBe(0);
    const pauses = [5000, 10_000, limits.block].map((letters) => renderDelayMs('a '.repeat(letters / 2)));
    expect(pauses.every((pause, at) => pause > (pauses[at - 1] ?? 0))).toBe(true);
    // Letters passed to a parser per second, whatever arrives.
    for (const letters of [5000, limits.block]) {
      expect((letters * 1000) / renderDelayMs('a '.repeat(letters / 2))).toBeLessThanOrEqual(50_000);
    }
  });
});

describe('boxes opened on hostile values', () => {
  test(cite('UI-5', 'arguments nested 20,000 deep are shown as they were sent'), () => {
    const text = `{"path":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(wordsOf(staticMarkup(session, <ArgumentsView text={text} />))).toBe(text);
  });

  test(cite('UI-5', 'half a million lines are few elements'), () => {
    const text = 'x\n'.repeat(500_000);
    const markup = staticMarkup(session, <TextView text={text} />);
    expect(shapeOf(markup).elements).toBeLessThan(100);
    expect(wordsOf(markup)).toBe(text);
  });

  test(cite('UI-5', 'a line that is overwritten again and again shows its last state, however long'), () => {
    const shown = (text: string): string =>
      ansiParts(text)
        .map((part) => part.text)
        .join('');
    expect(shown(`12%\r57%\r100%\r\n${'y'.repeat(300_000)}`)).toBe(`100%\n${'y'.repeat(300_000)}`);
    expect(shown(`${'x\r'.repeat(200_000)}end\r`)).toBe('end');
  });
});
