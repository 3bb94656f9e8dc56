// Appearance settings in the real app: each applies immediately, and switching the language loses no text being typed.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, startHost } from './support/host.ts';
import { lengthenTimers } from './support/slowTimers.ts';
import { soon } from './support/soon.ts';
import { composer, openApp } from './support/window.ts';

/** Duration of the highlight on a setting that was opened by name. */
const markMs = 1_600;

let host: Host;
test.beforeEach(async () => {
  host = await startHost({});
});
test.afterEach(() => host.stop());

test(cite('SHIP-4', 'changing the language keeps the settings open and the draft unchanged'), async ({ page }) => {
  await openApp(page, host);
  await composer(page).fill('half a thought');
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Increase contrast' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await page.getByRole('radio', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('tab', { name: '外观' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('radio', { name: '中文' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: '消息' })).toHaveValue('half a thought');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test(
  'an out-of-range size is rejected next to its field, and the zoom shortcuts change it',
  fullRunOnly,
  async ({ page }) => {
    await openApp(page, host);
    await test.step(cite('UI-3', 'the palette finds a setting and focuses it'), async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('code size');
      await expect(page.getByRole('option', { selected: true })).toContainText('Code size (px)');
      await page.keyboard.press('Enter');
      const size = page.getByRole('textbox', { name: 'Code size (px)' });
      await expect(size).toBeFocused();
      await expect(size).toBeInViewport();
      await size.fill('14.5');
      await size.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('style', /--code-size: 14.5/);
      await page.getByRole('button', { name: 'Code size: reset' }).click();
      await expect(page.locator('html')).toHaveAttribute('style', /--code-size: 12.5/);
      await page.getByRole('radio', { name: 'Violet' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-accent', 'violet');
      await page.getByRole('radio', { name: 'Compact' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    });
    await test.step(cite('UI-3', 'the palette leads to settings of every kind'), async () => {
      const restoreTimers = await lengthenTimers(page, markMs);
      for (const name of [
        'Provider',
        'Conversation titles',
        'Rules',
        'Tool search threshold',
        'Service',
        'Model turns per run',
        'Limit per day (US$)',
        'Prices',
        'Service name',
        'Notify me',
        'Instructions for all conversations',
        'Storage',
        'Find a shortcut',
        'Find a tool',
        'Theme file',
      ]) {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.keyboard.press('Control+k');
        await page.keyboard.type(name);
        await page.locator('[role="option"][data-kind="setting"]', { hasText: name }).first().click();
        const place = page.locator('[data-here]');
        await expect(place, name).toBeInViewport();
        const isFocused = () => place.evaluate((one) => one.contains(document.activeElement));
        await expect.poll(isFocused, { ...soon, message: name }).toBe(true);
        if (name !== 'Tool search threshold') continue;
        // Like a list above it that loads later.
        await page.getByRole('tabpanel').evaluate((panel) => {
          const list = document.createElement('div');
          list.style.height = '3000px';
          panel.prepend(list);
        });
        await expect(place).toBeInViewport();
      }
      await restoreTimers();
    });
    await test.step(
      cite('UI-8', "the user's own colors load from a file immediately, and nothing else in it is used"),
      async () => {
        const file = path.join(host.dataDir, 'theme.css');
        const accent = () =>
          page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
        await page.getByRole('button', { name: 'Create theme file' }).click();
        await expect(page.getByRole('button', { name: 'Copy path' })).toBeFocused();
        expect(readFileSync(file, 'utf8')).toContain('--accent');
        writeFileSync(
          file,
          ':root {\n  --accent: #123456;\n  --ink: url(https://example.com/x);\n}\nbody { display: none }\n',
        );
        await expect.poll(accent).toBe('#123456');
        const setting = page.getByRole('region', { name: 'Theme file' });
        await expect(setting).toContainText('1 value applied.');
        await expect(setting.getByRole('listitem')).toHaveText([/Line 3.*not a color/, /Line 5.*only “:root/]);
        await page.getByRole('button', { name: 'Stop using theme file' }).click();
        await expect(setting.getByRole('status').last()).toContainText('The file was kept as theme.css.before-');
        await expect.poll(accent).not.toBe('#123456');
        expect(existsSync(file)).toBe(false);
        await page.keyboard.press('Escape');
      },
    );
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: 'Appearance' }).click();
    const size = page.getByRole('textbox', { name: 'Zoom (%)' });
    await size.fill('9000');
    await size.press('Enter');
    await expect(page.getByRole('alert')).toContainText('50 to 200');
    await size.fill('150');
    await size.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 1.5/);
    await test.step(cite('UI-8', 'at 200% zoom the sample covers no setting'), async () => {
      await size.fill('200');
      await size.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 2/);
      const dialog = page.getByRole('tabpanel');
      const distance = async (): Promise<number> => {
        const [sample, setting] = [page.locator('figure'), page.getByRole('radiogroup', { name: 'Theme' })];
        const top = (each: Element): number => each.getBoundingClientRect().top;
        return (await setting.evaluate(top)) - (await sample.evaluate(top));
      };
      await dialog.evaluate((element) => element.scrollTo(0, 0));
      const before = await distance();
      await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      expect(await distance()).toBe(before);
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+0');
    await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 1;/);
  },
);
