// A person who is quicker than the window: what is typed for the palette gets there, and into nothing else.

import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { composer, openApp } from './support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(
  cite('UI-9', 'what is typed before the palette is there is typed into it, and Enter does not send it'),
  async ({ page }) => {
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
    await page.keyboard.type('darkk');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
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
    await expect(page.locator('[data-role="user"]')).toHaveCount(0);
  },
);
