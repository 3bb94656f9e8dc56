// Encrypts the data from the settings of a window.

import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the recovery code. */
export async function encrypt(page: Page): Promise<string> {
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(async () => {
    if (!(await settings.isVisible())) await page.keyboard.press('ControlOrMeta+,');
    await expect(settings).toBeVisible({ timeout: 2000 });
  }).toPass();
  await settings.getByRole('tab', { name: 'Data' }).click();
  await settings.getByRole('region', { name: 'Encryption' }).getByRole('button', { name: 'Encrypt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recovery code' });
  const code = await shownCode(dialog, 'Recovery code');
  await dialog.getByRole('textbox', { name: 'Type the code' }).fill(code);
  await loadedAgain(page, () => dialog.getByRole('button', { name: 'Encrypt and restart' }).click());
  return code;
}

/** Waits until the page that the action leaves was loaded again: until then, what is typed belongs to the old one. */
export async function loadedAgain(page: Page, action: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await action();
  // There is nothing to ask between the two.
  await expect.poll(() => page.evaluate(() => 'isOldPage' in window).catch(() => true)).toBe(false);
}

/** A code in a dialog, once the host has made it. */
export async function shownCode(dialog: Locator, name: string): Promise<string> {
  const status = dialog.getByRole('status', { name });
  await expect(status).toHaveText(/^\w{4}-/);
  return (await status.textContent()) ?? '';
}
