// A user who types faster than the window loads: text typed for the palette gets there, and nowhere else.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { composer, openApp } from './support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

/**
 * Opens a new chat with a draft, whose palette was requested and does not load until the returned function is called.
 */
async function wantPalette(page: Page): Promise<() => void> {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/Palette-[^/]*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  host = await startHost({ args: ['--project', projectFolder()] });
  await openApp(page, host);
  await composer(page).fill('a draft');
  await page.keyboard.press('Control+k');
  return release;
}

test(
  cite('UI-9', 'text typed before the palette loads goes into it; Escape returns to the draft'),
  async ({ page }) => {
    const release = await wantPalette(page);
    await page.keyboard.type('darkk');
    await page.keyboard.press('Backspace');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    const field = page.getByRole('dialog').getByRole('combobox');
    await expect(field).toHaveValue('dark');
    await expect(field).toBeFocused();
    await page.keyboard.type(' th');
    await expect(field).toHaveValue('dark th');
    await page.keyboard.press('Escape');
    await expect(composer(page)).toHaveValue('a draft');
    await expect(composer(page)).toBeFocused();
  },
);

test(
  cite('UI-9', 'Enter before the palette loads runs the typed command, and does not send the draft'),
  fullRunOnly,
  async ({ page }) => {
    const release = await wantPalette(page);
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    release();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toHaveValue('a draft');
    await expect(page.locator('[data-role="user"]')).toHaveCount(0);
  },
);
