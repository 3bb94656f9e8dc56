// The site as `npm run site` builds it: without a network, every link and anchor resolves, and the main pages can be read,
// searched and used with a keyboard and a screen reader. Skipped where VitePress is not cached and cannot be fetched.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { vitePressFolder } from '../scripts/site/vitePress.ts';
import { cite } from '../test/support/cite.ts';
import { testRun } from '../test/support/volume.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = path.join(root, 'out', 'site');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
};
/** Ends a build that opens a connection. */
const withoutNetwork = `--import=data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; const connect = net.Socket.prototype.connect; net.Socket.prototype.connect = function (...a) { if (a[0]?.[0]?.path ?? a[0]?.path) return connect.apply(this, a); throw new Error('the build used the network'); };",
)}`;

/** HTMLMediaElement.HAVE_CURRENT_DATA */
const HAVE_CURRENT_DATA = 2;

/** The theme's search button shows its keys next to its name. */
const themeRules = ['label-content-name-mismatch'];

// One build for all tests.
test.describe.configure({ mode: 'default' });
test.skip(testRun !== 'all', 'the whole build takes half a minute');
let server: Server;
let address: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const build = path.join(root, 'scripts', 'site', 'build.ts');
  const flags = ['--disable-warning=ExperimentalWarning', build];
  const cached = existsSync(vitePressFolder());
  const run = (options: object) =>
    promisify(execFile)(process.execPath, flags, { cwd: root, maxBuffer: 2 ** 26, ...options });
  if (!cached) {
    const installed = await run({}).then(
      () => true,
      () => false,
    );
    test.skip(!installed, 'VitePress is not cached and cannot be fetched');
  }
  await run({ env: { ...process.env, NODE_OPTIONS: withoutNetwork } });
  server = createServer((request, response) => {
    const file = path.join(site, path.normalize(decodeURI(new URL(request.url ?? '/', 'http://site').pathname)));
    const served = [file, path.join(file, 'index.html'), `${file}.html`].find(
      (each) => existsSync(each) && statSync(each).isFile(),
    );
    if (served === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': types[path.extname(served)] ?? 'application/octet-stream' })
      .end(readFileSync(served));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server?.close());

test(cite('SITE-1', 'every link and anchor of the built site resolves'), () => {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(100);
  const ids = new Map(
    pages.map((page) => [
      page,
      new Set([...readFileSync(path.join(site, page), 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  const broken = pages.flatMap((page) =>
    [...readFileSync(path.join(site, page), 'utf8').matchAll(/<a [^>]*href="([^"]+)"/g)].flatMap(([, href = '']) => {
      if (/^[a-z]+:/.test(href)) return [];
      const [file = '', anchor] = href.split('#', 2);
      const absolute = file === '' ? page : file.startsWith('/') ? file.slice(1) : path.join(path.dirname(page), file);
      const target =
        absolute === '' || absolute.endsWith('/')
          ? `${absolute}index.html`
          : /\.html$/.test(absolute)
            ? absolute
            : `${absolute}.html`;
      const there = ids.get(path.normalize(target));
      const fine = there
        ? anchor === undefined || anchor === '' || there.has(decodeURIComponent(anchor))
        : existsSync(path.join(site, absolute));
      return fine ? [] : [`${page}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});

for (const page of ['/', '/get-started.html', '/comparison.html', '/features/undo.html']) {
  for (const theme of ['light', 'dark'] as const) {
    test(cite('SITE-1', `${page} is accessible, ${theme}`), async ({ page: tab }) => {
      await tab.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await tab.goto(address + page);
      await expect(tab.locator('h1')).toBeVisible();
      const { violations } = await new AxeBuilder({ page: tab }).disableRules(themeRules).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    });
  }
}

test(cite('SITE-1', 'the search finds a page without a service'), async ({ page }) => {
  const elsewhere: string[] = [];
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(address) && !request.url().startsWith('data:') && elsewhere.push(request.url()),
  );
  await page.goto(`${address}/get-started.html`);
  // The page is read before its script has loaded.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('searchbox')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('searchbox').fill('bubblewrap sandbox');
  await expect(page.locator('.VPLocalSearchBox .result').first()).toContainText(/sandbox/i);
  // Pages for users come before those for developers.
  await page.getByRole('searchbox').fill('undo lines');
  await expect(page.locator('.VPLocalSearchBox .result').first()).toHaveAttribute('href', /\/features\/undo\.html/);
  expect(elsewhere).toEqual([]);
});

for (const page of ['/', '/features/approvals.html', '/features/recovery.html', '/features/chains.html']) {
  for (const theme of ['light', 'dark'] as const) {
    test(cite('SITE-1', `the videos of ${page} play when asked, with captions, ${theme}`), async ({ page: tab }) => {
      await tab.emulateMedia({ colorScheme: theme });
      await tab.goto(address + page);
      const video = tab.locator('video:visible').first();
      await expect(video).toHaveAttribute('poster', new RegExp(`\\.${theme}\\.`));
      await expect(video).toHaveAccessibleName(/\w+ \w+/);
      expect(await video.evaluate((each: HTMLVideoElement) => [each.paused, each.autoplay, each.controls])).toEqual([
        true,
        false,
        true,
      ]);
      const read = await video.evaluate(async (each: HTMLVideoElement) => {
        await each.play();
        const { readyState, duration, textTracks } = each;
        await new Promise((seeked) => {
          each.addEventListener('seeked', seeked, { once: true });
          each.currentTime = duration - 0.1;
        });
        while (!textTracks[0]?.cues?.length) await new Promise((drawn) => requestAnimationFrame(drawn));
        const cues = [...(textTracks[0]?.cues ?? [])].map((cue) => [cue.startTime, cue.endTime] as const);
        return { readyState, duration, cues, mode: textTracks[0]?.mode };
      });
      expect(read.readyState).toBeGreaterThanOrEqual(HAVE_CURRENT_DATA);
      expect(read.duration).toBeGreaterThan(5);
      expect(read.duration).toBeLessThanOrEqual(20);
      expect(read.mode).toBe('showing');
      expect(read.cues.length).toBeGreaterThanOrEqual(3);
      expect(read.cues.at(-1)?.[1]).toBeCloseTo(read.duration, 1);
    });
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test(cite('SITE-1', 'pages can be read without JavaScript'), async ({ page }) => {
    await page.goto(`${address}/features/undo.html`);
    await expect(page.locator('h1')).toBeVisible();
    await page.goto(`${address}/`);
    await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
  });
});
