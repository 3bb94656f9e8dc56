// Links from outside, in the window: they open and fill, and never send, run or answer anything.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { lengthenTimers } from '../../support/slowTimers.ts';
import { composer, openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

/** As a host does: only the fragment of the page's URL changes. */
async function arrive(page: Page, link: string): Promise<void> {
  await page.evaluate((text) => {
    location.hash = `#link=${encodeURIComponent(text)}`;
  }, link);
}

const toast = (page: Page) => page.locator('[data-toast]');
const note = 'This text came from a link.';
/** How long keys are ignored after a link has changed what they would act on. */
const quietMs = 700;
const garden = 'throughline://new?text=Water%20the%20basil';

test(
  cite('SEC-5', 'a link fills a new chat and says so until it is edited; no key sends it at once'),
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, { ...host, url: `${host.url}&link=${encodeURIComponent(garden)}` });
    await expect(composer(page)).toHaveValue('Water the basil');
    await expect(toast(page)).toContainText(note);
    expect(new URL(page.url()).hash).toBe('');
    await arrive(page, 'throughline://search?text=basil');
    await expect(page.locator('input[type="search"]')).toHaveValue('basil');
    await page.keyboard.press('Control+Shift+o');
    // A new chat keeps its draft, and after a reload it is still known where the text came from.
    await page.reload();
    await expect(composer(page)).toHaveValue('Water the basil');
    await expect(toast(page)).toContainText(note);
    await composer(page).press('End');
    await composer(page).press('!');
    await expect(composer(page)).toHaveValue('Water the basil!');
    await expect(toast(page)).toHaveCount(0);
  },
);

test(
  cite('SEC-5', 'a link that arrives while the last conversation is being restored is not lost'),
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    await send(page, 'How often?');
    await waitForIdle(page);
    const arrived = Promise.withResolvers<void>();
    await page.route(/watchLinks/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      // As the page connects: its code has run, and the app's state is not there yet.
      window.WebSocket = class extends WebSocket {
        constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
          super(...parameters);
          location.hash = `#link=${encodeURIComponent('throughline://search?text=basil')}`;
        }
      };
    });
    await page.reload();
    await expect(page.getByText('I am a script', { exact: false })).toBeVisible();
    arrived.resolve();
    await expect(page.locator('input[type="search"]')).toHaveValue('basil');
  },
);

test(cite('SEC-5', 'Enter does not send a text that has just come from a link'), async ({ page }) => {
  host = await startHost({});
  await openApp(page, host);
  await composer(page).focus();
  await lengthenTimers(page, quietMs);
  await page.evaluate((text) => {
    location.hash = `#link=${encodeURIComponent(text)}`;
  }, garden);
  await expect(composer(page)).toHaveValue('Water the basil');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(composer(page)).toHaveValue('Water the basil');
  await expect(page.locator('[data-role="user"]')).toHaveCount(0);
  // Once the user has acted here, the keys are theirs.
  await composer(page).click();
  await page.keyboard.press('Enter');
  await waitForIdle(page);
  await expect(page.locator('[data-role="user"]')).toContainText('Water the basil');
  await expect(toast(page)).toHaveCount(0);
});

test(cite('SEC-5', 'a link never replaces what the user has typed: its text is offered'), async ({ page }) => {
  host = await startHost({});
  await openApp(page, host);
  await composer(page).fill('My own words');
  await arrive(page, garden);
  await expect(toast(page)).toContainText('A link wants to start a chat with “Water the basil”. Nothing is sent.');
  await expect(composer(page)).toHaveValue('My own words');
  // The first of several links stays under the pointer.
  await arrive(page, 'throughline://new?text=Another');
  await expect(toast(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Add below my text' }).click();
  await expect(composer(page)).toHaveValue('My own words\n\nWater the basil');
  await expect(toast(page)).toContainText(note);
});

test(
  cite(['SEC-5', 'APPROVE-1'], 'while a call waits for the user, a link is offered, and no key answers the call'),
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'ask' } });
    await openApp(page, host);
    await send(page, 'run echo basil');
    const allow = page.getByRole('button', { name: 'Allow once', disabled: false });
    await allow.focus();
    await lengthenTimers(page, quietMs);
    await page.evaluate((text) => {
      // The test's tool makes every page believe that it has the focus.
      document.hasFocus = () => false;
      location.hash = `#link=${encodeURIComponent(text)}`;
    }, garden);
    await expect(toast(page)).toContainText('A link wants to start a chat');
    for (const key of ['Enter', ' ', 'Control+Enter', 'Control+Backspace', 'a', 'y', '1'])
      await page.keyboard.press(key);
    await expect(allow).toBeVisible();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(composer(page)).toHaveValue('Water the basil');
    await expect(toast(page)).toContainText(note);
  },
);

test(
  cite('SEC-5', 'a link opens a conversation, a folder only if it is a project, and a page of the settings'),
  async ({ page }) => {
    const folder = projectFolder();
    writeFileSync(path.join(folder, 'README.md'), 'basil');
    host = await startHost({ args: ['--project', folder] });
    await openApp(page, host);
    await send(page, 'Say something');
    await waitForIdle(page);
    const id = new URL(page.url()).hash.replace('#conversation=', '');
    await arrive(page, `throughline://new?text=a&folder=${encodeURIComponent(folder)}`);
    await expect(page.locator('[data-control="folder"]')).toContainText(path.basename(folder));
    await expect(toast(page)).toHaveCount(1);
    await arrive(page, `throughline://conversation/${id}`);
    await expect(page.locator('[data-role="user"]')).toContainText('Say something');
    await composer(page).fill('');
    await page.keyboard.press('Control+Shift+o');
    await composer(page).fill('');
    await arrive(page, 'throughline://new?text=b&folder=%2Fetc');
    await expect(toast(page).filter({ hasText: 'not one of your projects' })).toHaveCount(1);
    await arrive(page, 'throughline://settings/about');
    await expect(page.getByRole('dialog').getByRole('tab', { name: 'About', selected: true })).toBeInViewport();
    // Over a dialog, everything is offered.
    await arrive(page, `throughline://conversation/${id}`);
    await expect(toast(page).filter({ hasText: 'A link wants to open a conversation.' })).toHaveCount(1);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test(cite('SEC-5', 'hostile links change nothing and are named'), async ({ page }) => {
  host = await startHost({});
  await openApp(page, host);
  for (const [link, problem] of [
    ['throughline://run?text=rm', 'nothing by that name'],
    ['throughline://new?text=a%E2%80%AEb', 'hidden characters'],
    [`throughline://new?text=${'a'.repeat(9000)}`, 'too long'],
    ['throughline://settings/constructor', 'nothing by that name'],
    // Only the desktop app has this page.
    ['throughline://settings/desktop', 'nothing by that name'],
    [`throughline://conversation/${'z'.repeat(26)}`, 'is not here'],
    ['javascript:alert(1)', 'nothing by that name'],
  ] as const) {
    await arrive(page, link);
    await expect(toast(page)).toContainText(problem);
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toHaveCount(0);
  }
  await expect(composer(page)).toHaveValue('');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
