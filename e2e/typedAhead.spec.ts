// A user who types faster than the window loads: text typed for the palette gets there, and nowhere else.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { writeLongConversation } from '../test/support/longConversation.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { freshFolder } from './support/folders.ts';
import { holdFrames } from './support/holdFrames.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { composer, openApp } from './support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(cite('UI-9', 'the window’s shortcuts and its message field take the very first key'), async ({ page }) => {
  host = await startHost({});
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-composer]')) return;
      observer.disconnect();
      // The field has not been drawn yet.
      document.documentElement.dataset.first = document.activeElement?.localName ?? '';
      const keys = { key: ',', code: 'Comma', ctrlKey: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await openApp(page, host);
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-first', 'textarea');
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

test(
  cite('UI-9', 'Enter before the conversation has loaded runs its command, not another one that matches'),
  fullRunOnly,
  async ({ page }) => {
    const dataDir = freshFolder('data');
    const [one, two] = ['1', '2'].map((digit) => digit.repeat(26)) as [string, string];
    for (const conversationId of [one, two])
      writeLongConversation(dataDir, { messages: 2, textLength: 40, conversationId });
    host = await startHost({ dataDir });
    const frames = await holdFrames(page);
    await openApp(page, host);
    await page.locator(`[data-conversation="${one}"]`).click();
    await expect(page.locator('[data-role="user"]')).toBeVisible();
    frames.hold('conversation.open');
    await page.locator(`[data-conversation="${two}"]`).click();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill('tag this');
    await field.press('Enter');
    frames.release();
    await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  },
);
