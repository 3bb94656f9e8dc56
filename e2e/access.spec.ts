// Every scene of the gallery, as those use it who cannot see it well: axe finds nothing in light, dark or more
// contrast, and at twice the size nothing sticks out of the page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly, volume } from '../test/support/volume.ts';
import { type Gallery, startGallery } from './support/gallery.ts';

const looks = ['theme=light', 'theme=dark', 'theme=light&contrast=more', 'theme=dark&contrast=more', 'lang=zh'];
/**
 * Drawn in slices as any long text is. The gallery's own are for measuring: axe takes half a minute for ten million letters.
 * What streams grows slowly, so that a machine that is slow does not have more to look at.
 */
const lengths = 'lines=1000&letters=300000&rate=25';
const parts = 2;
/** The short run looks at one scene in twenty. */
const every = volume({ short: 20, all: 1 });

const near = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(near.resolve('axe-core/axe.min.js'), 'utf8');

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

/** What axe finds, of whatever weight, as "rule: where". Only that leaves the page: its whole report takes longer than its work. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    type Found = { id: string; impact: string; nodes: { target: string[]; html: string }[] };
    // Under an open dialog or menu the rest of the page, its heading and its regions, is hidden from everybody.
    const whole = document.querySelector('[data-aria-hidden="true"]') === null;
    const axe = Reflect.get(window, 'axe') as {
      run(context: object, options: object): Promise<{ violations: Found[] }>;
    };
    const { violations } = await axe.run(
      // What lies behind an open dialog or menu is hidden from everybody, and the focus cannot get there.
      // The edge by which a panel is made wider stands between two regions, and belongs to neither.
      { exclude: ['[data-aria-hidden="true"]', '.sheet-right > span'] },
      {
        resultTypes: ['violations'],
        // The name of a row is a sentence for the ear, its state before its cost; it begins with the words that are seen, and
        // those are what one says to it. The rule wants all that is seen in one piece, numbers and glyphs too.
        rules: {
          'label-content-name-mismatch': { enabled: false },
          // Regions are how one goes from call to call, and two calls of the same command say the same of themselves.
          'landmark-unique': { enabled: false },
          'page-has-heading-one': { enabled: whole },
          region: { enabled: whole },
          'landmark-one-main': { enabled: whole },
        },
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
    );
  });
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

/** What does so when the page has had a moment to take the new width on. */
async function stillStickingOut(page: Page): Promise<string[]> {
  let found = await page.evaluate(stickingOut);
  for (let frames = 0; frames < 60 && found.length > 0; frames++) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    found = await page.evaluate(stickingOut);
  }
  return found;
}

/** What is wrong with a scene, at its size and at twice the size. */
async function judged(page: Page, scene: string, look: string): Promise<string[]> {
  const wrong: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await gallery.turn(page, scene, `${look}&${lengths}`);
  for (const found of await findings(page)) wrong.push(`${scene} (${look}): ${found}`);
  // Twice the size on a window of 1280 is half the window.
  await page.setViewportSize({ width: 640, height: 400 });
  for (const found of await stillStickingOut(page)) wrong.push(`${scene} at 200 %: ${found}`);
  return wrong;
}

for (let part = 0; part < parts; part++) {
  test(cite('UI-18', `every scene can be used by everybody, part ${part + 1} of ${parts}`), async ({ page }) => {
    // A quarter of a second a scene where nothing else runs; much more on a machine that is busy.
    test.setTimeout(1_200_000);
    const wrong: string[] = [];
    const scenes = (await gallery.scenes(page)).filter((_, index) => index % every === 0);
    const mine = scenes.filter((_, index) => index % parts === part);
    expect(mine.length).toBeGreaterThan(volume({ short: 3, all: 10 }));
    // A look after the other: another language is another page. Which scene follows which is the same each time.
    const inLooks = looks.flatMap((look, at) =>
      mine.filter((_, index) => (index + part) % looks.length === at).map((scene) => [scene, look] as const),
    );
    let shown = '';
    page.on('pageerror', (error) => wrong.push(`${shown}: page error: ${error.message}`));
    for (const [scene, look] of inLooks) {
      shown = `${scene} (${look})`;
      wrong.push(...(await judged(page, scene, look)));
    }
    expect(wrong).toEqual([]);
  });
}

test('what this spec looks with sees what it is there to see', fullRunOnly, async ({ page }) => {
  await gallery.show(page, 'talk', 'theme=light');
  await page.evaluate(() => {
    const root = document.getElementById('root') as HTMLElement;
    root.insertAdjacentHTML(
      'beforeend',
      '<button></button><p style="color:#999;background:#aaa">too pale to be read</p>',
    );
    document.body.insertAdjacentHTML('beforeend', '<p style="position:absolute;left:0;width:3000px">much too wide</p>');
  });
  const found = (await findings(page)).join('\n');
  expect(found).toContain('button-name');
  expect(found).toContain('color-contrast');
  expect(await page.evaluate(stickingOut)).toEqual(['P much too wide']);
});

/** The page but for what its window says, and how much that is. */
function outside(): unknown {
  const open = (element: Element): string => {
    const alone = element.cloneNode() as HTMLElement;
    // The usual size, said or not.
    if (alone.style.getPropertyValue('--zoom') === '1') alone.style.removeProperty('--zoom');
    if (alone.style.length === 0) alone.removeAttribute('style');
    return [
      alone.localName,
      ...alone
        .getAttributeNames()
        .toSorted()
        .map((name) => alone.getAttribute(name)),
    ].join(' ');
  };
  return {
    title: document.title,
    elements: document.querySelectorAll('#root *').length,
    focus: document.activeElement?.localName,
    around: [document.documentElement, document.body, ...document.body.children].map(open),
  };
}

test('a scene in the place of another finds nothing of it', fullRunOnly, async ({ page }) => {
  await gallery.show(page, 'talk', 'theme=light');
  const fresh = await page.evaluate(outside);
  for (const before of ['settingsEdit', 'menuConversation', 'stream', 'toasts', 'refused']) {
    await gallery.turn(page, before, 'theme=dark&contrast=more&zoom=110');
    expect(await page.evaluate(outside), before).not.toEqual(fresh);
    await gallery.turn(page, 'talk', 'theme=light');
    expect(await page.evaluate(outside), `after ${before}`).toEqual(fresh);
  }
});

test('everything at twice its size keeps the window whole: panels become sheets', fullRunOnly, async ({ page }) => {
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

test('nothing moves where motion is not wanted', fullRunOnly, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await gallery.show(page, 'running', 'theme=light');
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});
