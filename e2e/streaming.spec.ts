// Streaming replies in a real browser: rendered content stays as it is, and nothing is parsed twice.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { functionCallsWhile } from './support/functionCalls.ts';
import { type Served, serveGallery } from './support/galleryServer.ts';
import { soon } from './support/soon.ts';

let served: Served;
test.beforeAll(async () => {
  served = await serveGallery();
});
test.afterAll(async () => {
  await served.close();
});

const streamed = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.streamed ?? 0));
/** Polls rarely and without querying elements, which would be measured too. */
const ended = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.stream), { timeout: 60_000, intervals: [1000] })
    .toBe('end');

test(cite('UI-4', 'a finished block keeps its element and its selection, and nothing jumps back'), async ({ page }) => {
  await page.goto(`${served.origin}/gallery.html?show=stream&lines=200&rate=500&pause=3000`);
  await expect.poll(() => streamed(page), soon).toBe(3000);
  // Formulas load with the first one, and replace their source.
  await expect(page.locator('[data-streaming] p').first().locator('.katex')).toBeAttached();
  await page.evaluate(() => {
    const root = document.querySelector('[data-streaming] .markdown');
    if (!root) throw new Error('nothing streams');
    const blocks = [...root.querySelectorAll('.block')].slice(0, -2);
    const inner = blocks.flatMap((block) => [...block.querySelectorAll('p, li, td, h2, strong, a')]);
    const first = root.querySelector('p');
    if (first) getSelection()?.selectAllChildren(first);
    const heights: number[] = [];
    new ResizeObserver(() => heights.push(root.getBoundingClientRect().height)).observe(root);
    Object.assign(window, { kept: [...blocks, ...inner], heights, chosen: getSelection()?.toString() });
    dispatchEvent(new Event('resume'));
  });
  await ended(page);
  const seen = await page.evaluate(() => {
    const { kept, heights, chosen } = window as unknown as { kept: Element[]; heights: number[]; chosen: string };
    const drops = heights.map((height, at) => (heights[at - 1] ?? 0) - height).filter((drop) => drop > 0);
    return {
      kept: kept.length,
      gone: kept.filter((element) => !element.isConnected).length,
      same: getSelection()?.toString() === chosen && chosen !== '',
      largestDrop: Math.max(0, ...drops),
    };
  });
  expect(seen.kept).toBeGreaterThan(20);
  expect(seen).toMatchObject({ gone: 0, same: true });
  // At most one line: a closing mark can change how words wrap.
  expect(seen.largestDrop).toBeLessThanOrEqual(28);
});

/**
 * Maximum function calls per letter and per frame: about one and a half times what correct code needs. Rendering or
 * parsing every finished row again exceeds them. `npm run bench -- window` measures the time.
 */
const scenes = [
  { name: 'a reply of every form', scene: 'stream&lines=250', max: { letter: 200, frame: 2_500 } },
  { name: '1,500 lines of code', scene: 'streamCode&lines=1500&rate=4000', max: { letter: 30, frame: 3_000 } },
  { name: 'a table of 500 rows', scene: 'streamTable&lines=500&rate=1000', max: { letter: 200, frame: 25_000 } },
  { name: 'a list of 600 items', scene: 'streamList&lines=600&rate=1500', max: { letter: 200, frame: 28_000 } },
] as const;

for (const { name, scene, max } of scenes) {
  test(cite('PERF-6', `${name}: nothing is parsed twice while it streams`), fullRunOnly, async ({ page }) => {
    await page.goto(`${served.origin}/gallery.html?show=${scene}`);
    await expect.poll(() => streamed(page), { ...soon, timeout: 30_000 }).toBeGreaterThan(1000);
    const before = await streamed(page);
    const { calls, frames } = await functionCallsWhile(page, () => ended(page));
    const letters = (await streamed(page)) - before;
    expect(letters).toBeGreaterThan(1000);
    expect(calls).toBeLessThan(letters * max.letter + frames * max.frame);
    // Of long code, only what is near the view has colors, which are most of its elements.
    const pieces = page.locator('pre code > span');
    if (!scene.startsWith('streamCode')) return;
    const colored = pieces.filter({ has: page.locator('span') });
    await expect.poll(() => colored.count(), soon).toBeGreaterThan(0);
    expect(await colored.count()).toBeLessThan((await pieces.count()) / 2);
  });
}
