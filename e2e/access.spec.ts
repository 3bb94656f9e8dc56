// Every scene of the gallery, as those use it who cannot see it well: axe finds nothing serious in light, dark or more
// contrast, and at twice the size nothing sticks out of the page.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Gallery, startGallery } from './support/gallery.ts';

const looks = ['theme=light', 'theme=dark', 'theme=light&contrast=more', 'theme=dark&contrast=more', 'lang=zh'];
const parts = 4;

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

/** What axe calls serious or critical, as "rule: where". */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // What lies behind an open dialog or menu is hidden from everybody, and the focus cannot get there.
    .exclude('[data-aria-hidden="true"]')
    // The name of a row is a sentence for the ear, its state before its cost; it begins with the words that are seen, and
    // those are what one says to it. The rule wants all that is seen in one piece, numbers and glyphs too.
    .disableRules('label-content-name-mismatch')
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
    );
}

/** What is drawn beyond the right edge of the page and cannot be scrolled to where it stands. */
function stickingOut(): string[] {
  const scrolls = (element: Element | null): boolean => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      if (each.id !== 'root' && getComputedStyle(each).overflowX !== 'visible') return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll('button, input, select, textarea, p, h1, h2, h3, h4, li, a, label')]
    .filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > innerWidth + 1 && element.checkVisibility({ visibilityProperty: true });
    })
    .filter((element) => !scrolls(element.parentElement) && !element.closest('.sr-only, [aria-hidden="true"]'))
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 60)}`)
    .slice(0, 3);
}

for (let part = 0; part < parts; part++) {
  test(`UI-8: every scene can be used by everybody, part ${part + 1} of ${parts}`, async ({ page }) => {
    // A second a scene where nothing else runs; much more on a machine that is busy.
    test.setTimeout(900_000);
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`));
    const scenes = (await gallery.scenes(page)).filter((_, index) => index % parts === part);
    expect(scenes.length).toBeGreaterThan(10);
    for (const [index, scene] of scenes.entries()) {
      const look = looks[(index + part) % looks.length] ?? '';
      await page.setViewportSize({ width: 1280, height: 800 });
      await gallery.show(page, scene, look);
      for (const found of await findings(page)) wrong.push(`${scene} (${look}): ${found}`);
      // Twice the size on a window of 1280 is half the window.
      await page.setViewportSize({ width: 640, height: 400 });
      for (const found of await page.evaluate(stickingOut)) wrong.push(`${scene} at 200 %: ${found}`);
    }
    expect(wrong).toEqual([]);
  });
}

test('everything at twice its size keeps the window whole: panels become sheets', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await gallery.show(page, 'talk', 'zoom=200');
  const height = await page
    .locator('p')
    .first()
    .evaluate((element) => getComputedStyle(element).lineHeight);
  expect(Number.parseFloat(height)).toBeGreaterThanOrEqual(40);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await page.evaluate(stickingOut)).toEqual([]);
});

test('nothing moves where motion is not wanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await gallery.show(page, 'running', 'theme=light');
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});
