// Settings of the look in the real app: each is there at once, and another language loses nothing that is being written.

import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Host, startHost } from './support/host.ts';
import { composer, openApp } from './support/window.ts';

let host: Host;
test.beforeEach(async () => {
  host = await startHost({});
});
test.afterEach(() => host.stop());

test(
  cite('SHIP-4', 'the language is changed in the settings, which stay open, and the draft stays'),
  async ({ page }) => {
    await openApp(page, host);
    await composer(page).fill('half a thought');
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'More contrast' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
    await page.getByRole('radio', { name: '中文' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('tab', { name: '外观' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('radio', { name: '中文' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: '消息' })).toHaveValue('half a thought');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  },
);

test('a size that is out of bounds is refused beside the field, and the keys change it', async ({ page }) => {
  await openApp(page, host);
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  const size = page.getByRole('textbox', { name: 'Zoom (%)' });
  await size.fill('9000');
  await size.press('Enter');
  await expect(page.getByRole('alert')).toContainText('50 to 200');
  await size.fill('150');
  await size.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 1.5/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+0');
  await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 1;/);
});
