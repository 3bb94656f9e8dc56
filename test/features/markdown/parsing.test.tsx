// A finished reply reuses what its streaming form has parsed: parsing all of it again would block the window at the end
// of a turn.

import { expect, test, vi } from 'vitest';
import { limits } from '../../../renderer/features/markdown/limits.ts';
import { cite } from '../../support/cite.ts';
import { openMarkdown } from '../../support/drawMarkdown.tsx';

const parsed = vi.hoisted((): string[] => []);

vi.mock(import('../../../renderer/features/markdown/parse.tsx'), async (load) => {
  const original = await load();
  return {
    ...original,
    parseMarkdown: (text, options) => {
      parsed.push(text);
      return original.parseMarkdown(text, options);
    },
  };
});

test(cite('UI-5', 'a reply that becomes a message is not parsed again, and only recent ones are kept'), async () => {
  const { html } = await openMarkdown();
  const reply = Array.from({ length: 20 }, (_none, at) => `Paragraph **${at}** with \`code\`.\n\n`).join('');
  const streaming = html(reply, true);
  const count = parsed.length;
  expect(count).toBeGreaterThan(0);
  expect(html(reply, false)).toContain('<strong>19</strong>');
  expect(streaming).toContain('<strong>19</strong>');
  expect(parsed.slice(count)).toEqual([]);
  // Links elsewhere in the reply belong to a block.
  html('A [link][a].\n\n[a]: https://one.example\n');
  expect(html('A [link][a].\n\n[a]: https://two.example\n')).toContain('https://two.example');
  // A long block is parsed each time, and many others replace the oldest.
  const long = 'x '.repeat(limits.recentBlock);
  html(long);
  const before = parsed.length;
  html(long);
  expect(parsed.length).toBe(before + 1);
  for (let at = 0; at <= limits.recentBlocks; at++) html(`Other ${at}`);
  const after = parsed.length;
  html(reply);
  expect(parsed.length).toBe(after + count);
});
