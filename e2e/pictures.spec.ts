// Screenshots for people, only if THROUGHLINE_PICTURES is set; it proves nothing. Every gallery scene goes to
// out/pictures; the main views, and contact sheets of the whole gallery, go to docs/images. If THROUGHLINE_BEFORE names
// a folder of older screenshots, each main view is shown next to its older one.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, test } from '@playwright/test';
import { type Gallery, startGallery } from './support/gallery.ts';

const folder = fileURLToPath(new URL('../out/pictures/gallery/', import.meta.url));
const docs = fileURLToPath(new URL('../docs/images/', import.meta.url));

const looks: Record<string, string> = {
  light: 'theme=light',
  dark: 'theme=dark',
  contrast: 'theme=light&contrast=more',
  'chinese-light': 'theme=light&lang=zh',
  'chinese-dark': 'theme=dark&lang=zh',
};
/** Looks in which the whole gallery is saved. */
const whole = ['light'];
/** Limits the looks by name; the other screenshots stay unchanged. */
const chosen = process.env.THROUGHLINE_LOOKS?.split(',');
const before = process.env.THROUGHLINE_BEFORE;
const mainViews = [
  'talk',
  'approval',
  'chineseTalk',
  'formsDiffs',
  'formsJson',
  'chainBusy',
  'chainsPage',
  'paletteTyped',
  'search',
  'branches',
  'list-marks',
  'attachments',
  'context',
  'keyboard',
  'first',
];

test('screenshots of the gallery', async ({ page }) => {
  test.skip(!process.env.THROUGHLINE_PICTURES, 'THROUGHLINE_PICTURES is not set');
  test.setTimeout(1_800_000);
  const gallery = await startGallery();
  try {
    const scenes = await gallery.scenes(page);
    const known = mainViews.filter((scene) => scenes.includes(scene));
    for (const [name, look] of Object.entries(looks)) {
      if (chosen && !chosen.includes(name)) continue;
      const wanted = whole.includes(name) ? scenes : known;
      for (const scene of wanted) await take(gallery, page, scene, name, look);
      await sheet(
        page,
        known.map((scene) => fileOf(name, scene)),
        3,
        480,
        `views-${name}`,
      );
      const pairs = known
        .map((scene) => [path.join(before ?? '', name, `${scene}.jpg`), fileOf(name, scene)])
        .filter(([older]) => before && existsSync(older as string));
      if (pairs.length > 0) await sheet(page, pairs.flat(), 2, 720, `before-and-after-${name}`);
      if (whole.includes(name))
        await sheet(
          page,
          scenes.map((scene) => fileOf(name, scene)),
          12,
          200,
          `gallery-${name}`,
        );
    }
  } finally {
    await gallery.stop();
  }
});

const fileOf = (look: string, scene: string): string => path.join(folder, look, `${scene}.jpg`);

async function take(gallery: Gallery, page: Page, scene: string, name: string, look: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await gallery.show(page, scene, look);
  const file = fileOf(name, scene);
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file, type: 'jpeg', quality: 85, animations: 'disabled' });
}

/** Combines pictures side by side, each `width` pixels wide. */
async function sheet(
  page: Page,
  files: readonly string[],
  columns: number,
  width: number,
  name: string,
): Promise<void> {
  const images = files.map((file) => `<img src="data:image/jpeg;base64,${readFileSync(file).toString('base64')}">`);
  const style = `body{margin:8px;background:#888;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px}img{width:100%;display:block}`;
  await page.setViewportSize({ width: columns * (width + 8) + 8, height: 600 });
  await page.goto('about:blank');
  await page.setContent(`<style>${style}</style>${images.join('')}`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await page.screenshot({ path: path.join(docs, `${name}.jpg`), type: 'jpeg', quality: 60, fullPage: true });
}
