// Accessibility of every gallery scene: axe reports nothing in light, dark or high contrast, and nothing overflows the
// page at 200 % zoom.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly, volume } from '../test/support/volume.ts';
import { type Gallery, startGallery } from './support/gallery.ts';

const looks = ['theme=light', 'theme=dark', 'theme=light&contrast=more', 'theme=dark&contrast=more', 'lang=zh'];
/**
 * Streams in slices, like any long text. The gallery's default lengths are for benchmarks: axe takes half a minute for
 * ten million letters. The stream grows slowly, so that a slow machine has no more to check.
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

/**
 * Returns axe's findings, of any impact, as "rule: where". Only these leave the page: serializing the full report takes
 * longer than producing it.
 */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    type Found = { id: string; impact: string; nodes: { target: string[]; html: string }[] };
    // An open dialog or menu hides the rest of the page, including its heading and landmarks.
    const whole = document.querySelector('[data-aria-hidden="true"]') === null;
    const axe = Reflect.get(window, 'axe') as {
      run(context: object, options: object): Promise<{ violations: Found[] }>;
    };
    const { violations } = await axe.run(
      // Content behind an open dialog or menu is hidden and cannot be focused. A panel's resize handle lies between two
      // landmarks and belongs to neither.
      { exclude: ['[data-aria-hidden="true"]', '.sheet-right > span'] },
      {
        resultTypes: ['violations'],
        // A row's accessible name is a sentence that puts its state before its cost. It begins with the visible label,
        // which is what a voice user says; the rule wants the entire visible text in one piece, including numbers and
        // icons.
        rules: {
          'label-content-name-mismatch': { enabled: false },
          // Landmarks let the user jump from call to call, and two calls of the same command have the same name.
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

/** Returns elements that overflow the right edge of the page and cannot be scrolled into view. */
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

/** Checks for overflow again after the page has had time to adapt to the new width. */
async function stillStickingOut(page: Page): Promise<string[]> {
  let found = await page.evaluate(stickingOut);
  for (let frames = 0; frames < 60 && found.length > 0; frames++) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    found = await page.evaluate(stickingOut);
  }
  return found;
}

/** Returns a scene's problems, at its size and at 200 % zoom. */
async function judged(page: Page, scene: string, look: string): Promise<string[]> {
  const wrong: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await gallery.turn(page, scene, `${look}&${lengths}`);
  for (const found of await findings(page)) wrong.push(`${scene} (${look}): ${found}`);
  // 200 % zoom in a 1280-pixel window leaves half the width.
  await page.setViewportSize({ width: 640, height: 400 });
  for (const found of await stillStickingOut(page)) wrong.push(`${scene} at 200 %: ${found}`);
  return wrong;
}

for (let part = 0; part < parts; part++) {
  test(cite('UI-18', `every scene is accessible, part ${part + 1} of ${parts}`), async ({ page }) => {
    // A scene takes a quarter of a second on an idle machine, and much more on a busy one.
    test.setTimeout(1_200_000);
    const wrong: string[] = [];
    const scenes = (await gallery.scenes(page)).filter((_, index) => index % every === 0);
    const mine = scenes.filter((_, index) => index % parts === part);
    expect(mine.length).toBeGreaterThan(volume({ short: 3, all: 10 }));
    // One look at a time, since another language needs another page. The order of the scenes is fixed.
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

test('the checks of this spec detect what they look for', fullRunOnly, async ({ page }) => {
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

/** Returns the page apart from the window's content, and the amount of that content. */
function outside(): unknown {
  const open = (element: Element): string => {
    const alone = element.cloneNode() as HTMLElement;
    // The default size, whether set or not.
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

test('showing another scene leaves nothing of the previous one', fullRunOnly, async ({ page }) => {
  await gallery.show(page, 'talk', 'theme=light');
  const fresh = await page.evaluate(outside);
  for (const before of ['settingsEdit', 'menuConversation', 'stream', 'toasts', 'refused']) {
    await gallery.turn(page, before, 'theme=dark&contrast=more&zoom=110');
    expect(await page.evaluate(outside), before).not.toEqual(fresh);
    await gallery.turn(page, 'talk', 'theme=light');
    expect(await page.evaluate(outside), `after ${before}`).toEqual(fresh);
  }
});

test('at 200 % zoom nothing overflows the window: panels become sheets', fullRunOnly, async ({ page }) => {
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

test('nothing animates when reduced motion is requested', fullRunOnly, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await gallery.show(page, 'running', 'theme=light');
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});
