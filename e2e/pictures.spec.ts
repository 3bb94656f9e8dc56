// Photographs every scene of the gallery into out/pictures, for those who look at them. Only where THROUGHLINE_PICTURES is
// set; it proves nothing.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { startGallery } from './support/gallery.ts';

const folder = fileURLToPath(new URL('../out/pictures/', import.meta.url));
const looks: Record<string, string> = {
  light: 'theme=light',
  dark: 'theme=dark',
  contrast: 'theme=light&contrast=more',
  chinese: 'theme=dark&lang=zh',
};

test('pictures of the gallery', async ({ page }) => {
  test.skip(!process.env.THROUGHLINE_PICTURES, 'THROUGHLINE_PICTURES is not set');
  test.setTimeout(1_800_000);
  const gallery = await startGallery();
  try {
    const scenes = await gallery.scenes(page);
    for (const [name, look] of Object.entries(looks)) {
      for (const scene of scenes) {
        await gallery.show(page, scene, look);
        await page.screenshot({ path: path.join(folder, name, `${scene}.png`) });
      }
    }
  } finally {
    await gallery.stop();
  }
});
