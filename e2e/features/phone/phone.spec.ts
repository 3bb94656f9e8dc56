// A phone: 360 × 640 and real touches. Activity first, targets for a thumb, calls answered with one press or by holding.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Gallery, startGallery } from '../../support/gallery.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { lengthenTimers } from '../../support/slowTimers.ts';
import { composer, openApp, photograph } from '../../support/window.ts';

const size = { width: 360, height: 640 };
test.use({ viewport: size, hasTouch: true, isMobile: true });

/** A button that is held counts its steps with timers of this length. */
const holdStepMs = 250;
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let host: Host | null = null;
let model: FakeModelServer | null = null;
let gallery: Gallery | null = null;
test.afterEach(async () => {
  await Promise.all([host?.stop(), model?.close(), gallery?.stop()]);
  host = model = gallery = null;
});

const runs = (command: string): Reply => ({
  calls: [{ id: 'call_1', name: 'run_command', arguments: JSON.stringify({ command }) }],
});

async function open(page: Page, command: string): Promise<string> {
  const folder = projectFolder();
  model = await startFakeModelServer({ replies: [runs(command)], otherwise: { text: 'Finished.' } });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env });
  await openApp(page, host);
  await composer(page).tap();
  await page.keyboard.insertText('Do it');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.locator('[data-waits-for]')).toBeVisible();
  return folder;
}

/** Puts a finger down, and lifts it when the returned function is called. */
async function hold(page: Page, target: Locator): Promise<() => Promise<void>> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to hold');
  const client = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  return async () => {
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await client.detach();
  };
}

/** Buttons and links in view on which a thumb could miss: "name: width × height". */
function tooSmall(): string[] {
  const targets =
    'button, [role="tab"], [role="menuitem"], [role="option"], input:not([type="file"], [hidden]), select';
  return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((element) => {
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 1;
    // Small by form, with a target around them.
    const isBox = element.matches(
      '[role="switch"], [role="checkbox"], [role="radio"], [type="checkbox"], [type="radio"]',
    );
    if (!isSeen || !isInView || isBox || height >= 43.5) return [];
    return [`${element.getAttribute('aria-label') ?? element.textContent}: ${width} × ${height}`];
  });
}

test(cite('REMOTE-4', 'with Activity first, a call is answered with one press'), async ({ page: first, context }) => {
  const folder = await open(first, 'touch made.txt');
  await first.close();
  // Another tab has no position to restore.
  const page = await context.newPage();
  if (host) await page.goto(host.url);
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const call = page.locator('[data-waits-for]');
  await expect(call).toContainText('touch made.txt');
  await photograph(page, 'phone-activity');
  const allow = call.getByRole('button', { name: 'Allow once' });
  // Ignored for a moment after the list has moved.
  await expect(async () => {
    if ((await allow.count()) > 0) await allow.tap({ timeout: 2000 });
    await expect(call).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect.poll(() => existsSync(path.join(folder, 'made.txt'))).toBe(true);
});

test(cite('REMOTE-4', 'a dangerous call is allowed only once all of it was seen, by holding'), async ({ page }) => {
  const lines = Array.from({ length: 60 }, (_, line) => `echo "step ${line}"`);
  const folder = await open(page, ['rm -rf src', ...lines].join('\n'));
  const call = page.locator('[data-waits-for]');
  const allow = call.getByRole('button', { name: /^(Hold to allow|Keep holding)/ });
  const rest = call.getByRole('button', { name: 'Show the rest' });
  // Nothing scrolls inside of the box.
  await expect(call.locator('[data-preview]')).toHaveJSProperty('scrollTop', 0);
  await expect(rest).toBeAttached();
  await expect(allow).toHaveCount(0);
  await expect(async () => {
    if ((await rest.count()) > 0) await rest.dispatchEvent('click');
    await expect(allow).toBeAttached({ timeout: 300 });
  }).toPass();
  await allow.scrollIntoViewIfNeeded();
  // A press that is too short does nothing, and the label explains it.
  const restoreTimers = await lengthenTimers(page, holdStepMs);
  await allow.tap();
  await expect(call.getByRole('button', { name: 'Keep holding…' })).toBeVisible();
  expect(existsSync(path.join(folder, 'src'))).toBe(true);
  await restoreTimers();
  const lift = await hold(page, allow);
  await expect(call).toHaveCount(0);
  await lift();
  await expect.poll(() => existsSync(path.join(folder, 'src'))).toBe(false);
});

test(cite('REMOTE-4', 'without a finger, Enter is held, and assistive software activates twice'), async ({ page }) => {
  const folder = await open(page, 'rm -rf src');
  const call = page.locator('[data-waits-for]');
  const allow = call.getByRole('button', { name: /^(Hold to allow|Activate again|Keep holding)/ });
  // Not before it may have been read.
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.focus();
  await lengthenTimers(page, holdStepMs);
  await page.keyboard.down('Enter');
  await expect(allow).toHaveAttribute('data-hold', 'held');
  await page.keyboard.up('Enter');
  await expect(allow).toHaveAttribute('data-hold', '');
  await allow.dispatchEvent('click');
  await expect(call.getByRole('button', { name: 'Activate again to allow' })).toBeVisible();
  expect(existsSync(path.join(folder, 'src'))).toBe(true);
  await allow.dispatchEvent('click');
  await expect(call).toHaveCount(0);
});

test(cite('REMOTE-4', 'back closes dialogs and panels; the keyboard takes the place of the bar'), async ({ page }) => {
  host = await startHost({ args: ['--project', projectFolder()] });
  await openApp(page, host);
  const bar = page.getByRole('navigation', { name: 'Throughline' });
  await bar.getByRole('button', { name: 'Settings' }).tap();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await bar.getByRole('button', { name: 'Conversations' }).tap();
  await expect(page.getByRole('dialog', { name: 'Conversations' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(composer(page)).not.toBeFocused();
  await composer(page).tap();
  // As a browser does that makes the page smaller.
  await page.setViewportSize({ ...size, height: 340 });
  await expect(bar).toBeHidden();
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await expect(bar).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
});

test(cite('REMOTE-4', 'a picture of the camera is attached like any file'), async ({ page }) => {
  host = await startHost({ args: ['--project', projectFolder()] });
  await openApp(page, host);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Take a photo…' }).tap();
  const chooser = await chosen;
  const input = page.locator('[data-picker]');
  await expect(input).toHaveAttribute('accept', 'image/*');
  await expect(input).toHaveAttribute('capture', '');
  await chooser.setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(page.locator('[data-attachment]')).toContainText('photo.png');
});

const scenes = ['activity', 'approval', 'grave', 'together', 'question', 'talk', 'newChat', 'settingsRun', 'chainMany'];
for (const scene of scenes) {
  const short = scene === 'activity' || scene === 'together' ? {} : fullRunOnly;
  test(
    cite('REMOTE-4', `every target has 44 pixels, and nothing leaves the screen: ${scene}`),
    short,
    async ({ page }) => {
      gallery = await startGallery();
      for (const look of ['theme=light', 'theme=dark&lang=zh']) {
        await gallery.show(page, scene, look);
        await expect(page.locator('[data-thumb-bar]')).toBeAttached();
        expect(await page.evaluate(tooSmall)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      }
    },
  );
}
