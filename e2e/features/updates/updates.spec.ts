// The Updates page: every step is a button, and release notes are only text.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Gallery, startGallery } from '../../support/gallery.ts';
import { startHost } from '../../support/host.ts';
import { openApp } from '../../support/window.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test(cite('SHIP-7', 'checking, declining, downloading, pausing and installing are each a click'), async ({ page }) => {
  await gallery.show(page, 'updatesPlayed', '');
  const section = page.getByRole('tabpanel');
  await expect(section).toContainText('Checks ask updates.example.org');
  await button(page, 'Check for updates').click();
  const offer = page.getByRole('region', { name: 'Version 1.5.0 is available' });
  await expect(offer).toContainText('published 20 November 2026 · 97 MB');
  await button(page, 'Skip this version').click();
  await expect(offer).toContainText('You skipped this version.');
  await button(page, 'Don’t skip it').click();
  await button(page, /^Download \(97 MB\)/).click();
  await expect(offer.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
  await expect(offer).toContainText('33 MB of 97 MB · 4.1 MB/s · 16 s left');
  await button(page, 'Pause').click();
  await expect(offer).toContainText('33 MB of 97 MB · Paused');
  await button(page, 'Continue').click();
  await page.evaluate(() => dispatchEvent(new Event('gallery:downloaded')));
  await expect(offer).toContainText('Downloaded and verified.');
  await button(page, 'Install when I quit').click();
  await expect(offer).toContainText('It will be installed when you quit.');
  await button(page, 'Don’t install').click();
  await expect(offer).toContainText('Downloaded and verified.');
});

test(cite('SHIP-7', 'what is still running is named, and the user waits for it or stops it'), async ({ page }) => {
  await gallery.show(page, 'updatesPlayed', '');
  await button(page, 'Check for updates').click();
  await button(page, /^Download/).click();
  await page.evaluate(() => dispatchEvent(new Event('gallery:downloaded')));
  await button(page, 'Install and restart').click();
  const running = page.getByRole('region', { name: 'Something is still running' });
  await expect(running.getByRole('listitem')).toHaveText([
    'Find why the health check is slow',
    '记账本：按月汇总npm run dev -- --port 5173',
  ]);
  await button(page, 'Not now').click();
  await expect(running).toHaveCount(0);
  await button(page, 'Install and restart').click();
  await button(page, 'Install when it ends').click();
  await expect(page.getByRole('tabpanel')).toContainText('Waiting until nothing is running.');
  await button(page, 'Don’t install').click();
  await button(page, 'Install and restart').click();
  await expect(page.getByRole('tabpanel')).toContainText('Checking the new version and closing…');
});

test(
  cite('SHIP-7', 'release notes load nothing, run nothing, and their links do not lead into code'),
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await gallery.show(page, 'updatesOffer', '');
    const notes = page.getByRole('region', { name: 'Release notes' });
    await expect(notes).toContainText('Two conversations side by side');
    await expect(notes.locator('img, script, iframe')).toHaveCount(0);
    await expect(notes.locator('a[href^="javascript:"]')).toHaveCount(0);
    expect(requests.filter((url) => url.includes('tracker.example'))).toEqual([]);
    expect(await page.title()).not.toBe('run');
  },
);

test(
  cite('SHIP-7', 'the browser host opens the page by command, and names the way to update instead'),
  async ({ page }) => {
    const host = await startHost({});
    await openApp(page, host);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Check for updates');
    await page.keyboard.press('Enter');
    const section = page.getByRole('tabpanel');
    await expect(section).toContainText('This window belongs to the browser host, which does not update itself.');
    await expect(button(page, 'Check for updates')).toHaveCount(0);
    await host.stop();
  },
);
