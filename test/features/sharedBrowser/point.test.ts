import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../../../electron/features/sharedBrowser/launch.ts';
import { createPageLog } from '../../../electron/features/sharedBrowser/pageLog.ts';
import { pointInPage } from '../../../electron/features/sharedBrowser/point.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { browserProgram, findTestBrowser, startSite } from '../../support/sharedBrowser.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const browser = await findTestBrowser();

describe.skipIf(browser === null)('pointing in the browser (skipped without a Chromium)', () => {
  test(cite('BROWSER-2', 'a click on the page names the element, presses nothing, and Escape cancels'), async () => {
    if (browser === null) return;
    const site = await startSite({
      '/': '<button id=save style="position:fixed;left:50px;top:50px" onclick="document.title = 1">Save</button>',
    });
    const profile = path.join(tempFolder(), 'browser');
    const env = { PATH: process.env.PATH ?? '' };
    const launched = await launchBrowser({ program: browserProgram(browser), profile, headless: true, env });
    if (!launched.ok) throw new Error(launched.error.message);
    const context = launched.value;
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(site.origin);
    const session = await context.newCDPSession(page);
    const tab = { page, session, place: null, log: createPageLog(), crashed: false, isOpened: false };
    const pictures: Buffer[] = [];
    const point = () =>
      pointInPage(tab, new AbortController().signal, async (bytes) => {
        pictures.push(bytes);
        return ok({ hash: 'h' });
      });
    const overlay = () => page.waitForSelector('div[style*="crosshair"]', { state: 'attached' });
    const pointing = point();
    await overlay();
    await page.mouse.click(60, 60);
    expect(await pointing).toMatchObject({
      ok: true,
      value: { pointed: { element: { role: 'button', name: 'Save', selector: '#save' }, picture: { hash: 'h' } } },
    });
    expect(pictures).toHaveLength(1);
    expect(await page.title()).not.toBe('1');
    const canceling = point();
    await overlay();
    await page.keyboard.press('Escape');
    expect(await canceling).toEqual({ ok: true, value: { pointed: null } });
  });
});
