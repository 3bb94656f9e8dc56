// Which tab may talk to the host: a reload, another tab, and another server on this machine.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Host, startHost } from './support/host.ts';
import { composer, openApp, photograph } from './support/window.ts';

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
