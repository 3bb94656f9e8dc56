// Which tab may talk to the host: a reload, another tab, and another server on this machine.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, openApp, photograph, send, waitForIdle } from './support/window.ts';

let host: Host;
test.afterEach(() => host?.stop());

test(
  cite('SEC-2', 'a reload keeps the tab connected; another tab must open the URL, and then works'),
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    await page.reload();
    await expect(composer(page)).toBeVisible();

    const other = await page.context().newPage();
    await other.goto(host.origin);
    await expect(other.getByText('This tab needs the full address')).toBeVisible();
    await photograph(other, 'needs-address');
    await other.goto(host.url);
    await expect(composer(other)).toBeVisible();
    await expect(composer(page)).toBeVisible();
  },
);

test(
  cite(
    ['UI-24', 'SEC-2'],
    'a conversation opens in another tab with a session of its own, from a URL that works once and keeps no secret',
  ),
  async ({ page, context }) => {
    host = await startHost({ args: ['--project', projectFolder()] });
    await context.addInitScript(() => {
      const { open } = window;
      window.open = (...args) => {
        Reflect.set(globalThis, 'opened', args);
        return open.apply(window, args);
      };
    });
    await openApp(page, host);
    await send(page, 'hello');
    await waitForIdle(page);
    const coming = context.waitForEvent('page');
    await page.locator('[data-conversation]').first().click({ button: 'middle' });
    const other = await coming;
    await expect(other.locator('[data-role="user"]')).toHaveText(/hello/);

    const named = /^#conversation=[\w-]+$/;
    expect(new URL(other.url()).hash).toMatch(named);
    expect(new URL(page.url()).hash).toMatch(named);
    const session = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('throughline.session'));
    const [one, two] = [await session(page), await session(other)];
    expect([one, two].map((secret) => secret?.length)).toEqual([43, 43]);
    expect(one).not.toBe(two);
    expect(await other.evaluate(() => [window.opener, document.referrer, history.length])).toEqual([null, '', 1]);
    const [address, target, features] = await page.evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
    expect([target, features]).toEqual(['_blank', 'noopener']);
    expect(address).not.toContain(two);
    const again = await context.newPage();
    await again.goto(new URL(address ?? '', host.origin).href);
    await expect(again.getByText('This tab needs the full address')).toBeVisible();
    await again.close();

    // Answered in one tab, it is gone in the other; the URL finds the conversation again.
    await other.reload();
    await expect(other.locator('[data-role="user"]')).toHaveText(/hello/);
    await composer(page).fill('a draft');
    await expect(composer(other)).toHaveValue('a draft');
    await other.getByRole('button', { name: 'New chat' }).first().click();
    await expect(composer(other)).toHaveValue('');
    await expect.poll(() => new URL(other.url()).hash, soon).toBe('');
    const { hash } = new URL(page.url());
    await other.evaluate((fragment) => {
      location.hash = fragment;
    }, hash);
    await expect(composer(other)).toHaveValue('a draft');
    await other.evaluate(async () => {
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      location.hash = '#conversation=none-of-ours';
      await changed;
    });
    await expect(composer(other)).toHaveValue('a draft');

    // From the palette, too.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('hello');
    const option = page.getByRole('option', { selected: true });
    await expect(option).toHaveAttribute('data-kind', 'conversation');
    const third = context.waitForEvent('page');
    await page.keyboard.press('Shift+Enter');
    await expect(composer(await third)).toHaveValue('a draft');
    await expect(page.getByRole('combobox')).toHaveCount(0);
  },
);

test(cite('SEC-2', 'a server on another port receives nothing that grants access'), async ({ page }) => {
  host = await startHost({});
  await openApp(page, host);
  const heads: string[] = [];
  const stranger = createServer((request, response) => {
    heads.push(request.rawHeaders.join('\n'));
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>stranger</title>');
  });
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
  try {
    const session = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(session).toMatch(/session":"[\w-]{43}"/);
    await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/contract`);
    await expect(page).toHaveTitle('stranger');
    expect(heads.join('\n')).not.toMatch(/cookie|throughline/i);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}');
    expect(await page.context().cookies()).toEqual([]);
  } finally {
    stranger.closeAllConnections();
    stranger.close();
  }
});
