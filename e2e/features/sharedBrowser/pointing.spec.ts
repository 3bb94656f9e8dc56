// Pointing at an element of a page's screenshot, in a real Chromium.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { findBrowser } from '../../../scripts/browser.mjs';
import { writeBrowserScript } from '../../../test/support/browserScript.ts';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { repositoryRoot } from '../../../test/support/treeCopy.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, startHost } from '../../support/host.ts';
import { composer, openApp, openBox, send, unfold, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let site: Server;

test.beforeEach(async () => {
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Shop</title><button id=save style="position:fixed;inset:45%">Save</button>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  site.closeAllConnections();
  site.close();
});

test(
  cite('BROWSER-4', 'an element is picked by keyboard or pointer, and a comment on it with its picture is composed'),
  async ({ page }) => {
    const { browser } = process.platform === 'win32' ? { browser: null } : await findBrowser(repositoryRoot);
    test.skip(browser === null, 'there is no Chromium');
    if (browser === null) return;
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const call = { id: 'open', name: 'browser_open', arguments: JSON.stringify({ url }) };
    model = await startFakeModelServer({ replies: [{ calls: [call] }, { text: 'It is open.' }] });
    const program = writeBrowserScript(freshFolder('program'), browser);
    host = await startHost({
      env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' },
      settings: { approvalMode: 'ask', sharedBrowser: { on: true, program, headless: true } },
    });
    await openApp(page, host);
    await send(page, 'Open the shop');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByRole('log')).toContainText('It is open.');
    await waitForIdle(page);
    await unfold(page);
    const point = page.getByRole('button', { name: 'Point', exact: true });
    await openBox(page.locator('[data-call] button[aria-expanded]').first());
    await point.click();
    const dialog = page.getByRole('dialog', { name: 'Point at an element' });
    const picture = dialog.getByRole('application');
    await expect(picture).toBeVisible();
    const add = dialog.getByRole('button', { name: 'Add to message' });
    await expect(add).toBeDisabled();
    await picture.press('Escape');
    await expect(dialog).toBeHidden();
    await point.click();
    await picture.press('ArrowRight');
    await picture.press('Enter');
    await expect(dialog.getByText('button “Save”').first()).toBeVisible();
    const comment = dialog.getByRole('textbox', { name: 'Comment' });
    await expect(comment).toBeFocused();
    await picture.click({ position: { x: 4, y: 4 } });
    await expect(dialog.getByText('button “Save”')).toHaveCount(0);
    await picture.click();
    await expect(comment).toBeFocused();
    await comment.fill('Make it larger');
    await add.click();
    await expect(composer(page)).toHaveValue(`About button “Save” on ${url} (#save): Make it larger`);
    await expect(composer(page)).toBeFocused();
    await expect(page.locator('[data-attachment]')).toContainText('element.png');
  },
);
