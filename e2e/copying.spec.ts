// Copying from a reply in a real browser: the clipboard gets the original content, whole or in part, as Markdown and
// HTML.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Served, serveGallery } from './support/galleryServer.ts';

/** On a busy machine, rendered formulas load slowly. */
const patience = { timeout: 60_000 };

let served: Served;
test.beforeAll(async () => {
  served = await serveGallery();
});
test.afterAll(async () => {
  await served.close();
});

const code = 'const a = 1;\n\nconst b = 2;';
const table = '| Name | Price |\n| --- | ---: |\n| A\\|b | $E = mc^2$ |\n| **cell** | 5~10 |';
const list = '- one\n- two with `code`\n  - deep\n\n    ```js\n    let x;\n    ```\n- [x] done';
const everything = [
  '# Title of *all*',
  'Energy $E = mc^2$ and **bold words**, [docs](https://example.com/a_(b)), https://example.com/c, ~~struck~~[^1].',
  '$$\\int_0^1 x\\,dx$$',
  list,
  '3. three\n4. four',
  `\`\`\`own\n${code}\n\`\`\``,
  table,
  '> quoted\n>\n> again',
  '这是**“加粗”**文字，见 https://example.com/d，谢谢',
  '---',
  'مرحبا **بك**',
  '[^1]: The note.',
  'End.',
].join('\n\n');

/** From the first letter of one text to the last letter of another. */
type Part = [from: string, to: string];

const parts: [name: string, part: Part, text: string, html?: string][] = [
  ['a word of bold ones', ['bold', 'bold'], 'bold'],
  ['words with bold ones', ['and', 'words'], 'and **bold words**', '<strong>bold words</strong>'],
  ['a part of a formula', ['mc', 'mc'], '$E = mc^2$'],
  ['words around a formula', ['Energy', 'and'], 'Energy $E = mc^2$ and'],
  ['the words of a link', ['docs', 'docs'], 'docs'],
  [
    'a link with words',
    ['docs', 'https://example.com/c'],
    '[docs](https://example.com/a_(b)), https://example.com/c',
    'href="https://example.com/a_(b)"',
  ],
  [
    'lines of code',
    ['const a', 'const b'],
    'const a = 1;\n\nconst b',
    '<pre><code>const a = 1;\n\nconst b</code></pre>',
  ],
  ['two items', ['one', 'two'], '- one\n- two', '<li>one</li>'],
  ['items of a numbered list', ['three', 'four'], '3. three\n4. four', '<ol start="3">'],
  ['a numbered item and what follows', ['four', 'const a'], '4. four\n\n```own\nconst a\n```', '<ol start="4">'],
  ['a cell', ['Price', 'Price'], 'Price'],
  [
    'cells of a row',
    ['cell', '5~10'],
    '| Name | Price |\n| --- | ---: |\n| **cell** | 5~10 |',
    '<table><thead><tr><th>Name</th>',
  ],
];

async function copied(page: Page, part: Part | null): Promise<{ text: string; html: string }> {
  await page.evaluate((wanted) => {
    const root = document.querySelector('[data-streaming] .markdown') as Element;
    const range = document.createRange();
    range.selectNodeContents(root);
    const find = (words: string): Text => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Text && (node.data === words || (words.length > 1 && node.data.includes(words))))
          return node;
      }
      throw new Error(`${words} is not there`);
    };
    if (wanted) {
      const [from, to] = wanted;
      range.setStart(find(from), find(from).data.indexOf(from));
      range.setEnd(find(to), find(to).data.indexOf(to) + to.length);
    }
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }, part);
  await page.keyboard.press('ControlOrMeta+C');
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const of = async (type: string): Promise<string> => (await (await item?.getType(type))?.text()) ?? '';
    return { text: await of('text/plain'), html: await of('text/html') };
  });
}

async function say(page: Page, text: string): Promise<void> {
  await page.evaluate((said) => dispatchEvent(new CustomEvent('stage:say', { detail: said })), text);
  await expect(page.locator('[data-streaming] .markdown p', { hasText: /^End\.$/ })).toBeVisible(patience);
}

test(cite('UI-19', 'a reply is copied as written, whole and in part'), async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: served.origin });
  await page.goto(`${served.origin}/gallery.html?show=stage`);
  await expect(page.locator('[role="log"]')).toBeVisible(patience);
  await say(page, everything);
  await expect(page.locator('.markdown .maths')).toHaveCount(2, patience);

  // A right-to-left paragraph begins at the right edge, whatever surrounds it.
  const gap = await page.locator('.markdown p[dir="auto"]', { hasText: 'مرحبا' }).evaluate((block) => {
    const words = document.createRange();
    words.selectNodeContents(block);
    return block.getBoundingClientRect().right - words.getBoundingClientRect().right;
  });
  expect(Math.abs(gap)).toBeLessThan(2);

  const whole = await copied(page, null);
  expect(whole.text).toBe(everything);
  for (const kept of ['<h1>Title of <em>all</em></h1>', '<td align="right">5~10</td>', '<p>$$\\int_0^1 x\\,dx$$</p>']) {
    expect(whole.html).toContain(kept);
  }
  expect(whole.html).not.toMatch(/class=|style=|<button|<svg|katex/);

  for (const [name, part, text, html] of parts) {
    const got = await copied(page, part);
    expect([name, got.text]).toEqual([name, text]);
    if (html !== undefined) expect([name, got.html]).toEqual([name, expect.stringContaining(html)]);
  }
});
