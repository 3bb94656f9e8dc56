// The composer's footer: at most five controls whatever happens, each named, and with a visible label where it fits.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Gallery, startGallery } from './support/gallery.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

/** Idle, new, running, running with a draft and a queue, with much chosen, in a worktree, without a folder. */
const scenes = ['talk', 'empty', 'optionsRunning', 'sendNow', 'presetMenu', 'requiredChoice', 'worktree', 'demoTalk'];

interface Control {
  name: string;
  /** Visible text. */
  label: string;
  /** Reaches beyond the footer. */
  isCut: boolean;
}

function controls(page: Page): Promise<Control[]> {
  return page.locator('[data-composer-foot]').evaluate((foot) => {
    const end = foot.getBoundingClientRect().right;
    return [...foot.querySelectorAll<HTMLElement>('button, input, select, a, [tabindex]')].map((each) => ({
      name: each.getAttribute('aria-label') ?? '',
      label: each.innerText.trim(),
      isCut: each.getBoundingClientRect().right > end + 1,
    }));
  });
}

test(cite('UI-23', 'the footer has at most five controls, each named, and labeled where it fits'), async ({ page }) => {
  for (const look of ['theme=light', 'lang=zh']) {
    for (const scene of scenes) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await gallery.turn(page, scene, look);
      for (const width of [1280, 480]) {
        await page.setViewportSize({ width, height: 800 });
        // The page follows its new width a moment later.
        await expect(async () => {
          const visible = await controls(page);
          const where = `${scene} (${look}, ${width}): ${JSON.stringify(visible)}`;
          expect(visible.length, where).toBeGreaterThanOrEqual(4);
          expect(visible.length, where).toBeLessThanOrEqual(5);
          expect(
            visible.filter(({ name, isCut }) => name === '' || isCut),
            where,
          ).toEqual([]);
          if (width === 1280)
            expect(
              visible.filter(({ label }) => label === ''),
              where,
            ).toEqual([]);
        }).toPass();
      }
    }
  }
});

test(cite('UI-23', 'the pages of the model menu are used by keyboard, and return the focus'), async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await gallery.show(page, 'requiredChoice', 'theme=light');
  const option = (name: RegExp) => page.getByRole('option', { name });
  await expect(option(/^github/)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(option(/^Off/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(option(/^github/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  const row = page.getByRole('button', { name: /^Required MCP tool/ });
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(option(/^github/)).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();

  const button = page.locator('[data-control="model"]');
  await button.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Find (?:or type|a model or agent)/ })).toBeFocused();
  await page.getByRole('button', { name: /^Model options/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Model options' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
