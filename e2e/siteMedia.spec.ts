// The site's pictures in docs/images/site, light and dark, only if THROUGHLINE_PICTURES is set; it proves nothing.
// `npm run site -- --media` runs it.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { startGallery } from './support/gallery.ts';

const folder = fileURLToPath(new URL('../docs/images/site/', import.meta.url));

/** Gallery scenes by the name of the picture. */
const pictures = {
  conversation: 'talk',
  approval: 'approval',
  chain: 'chainBusy',
  search: 'search',
  activity: 'activity',
  compare: 'compare',
};

test.use({ viewport: { width: 1200, height: 750 } });

test("the site's pictures", async ({ page }) => {
  test.skip(!process.env.THROUGHLINE_PICTURES, 'THROUGHLINE_PICTURES is not set');
  const gallery = await startGallery();
  mkdirSync(folder, { recursive: true });
  try {
    for (const look of ['light', 'dark']) {
      for (const [name, scene] of Object.entries(pictures)) {
        await gallery.show(page, scene, `theme=${look}`);
        await page.evaluate(() => document.fonts.ready);
        const path = `${folder}${name}.${look}.jpg`;
        await page.screenshot({ path, type: 'jpeg', quality: 78, animations: 'disabled' });
      }
    }
  } finally {
    await gallery.stop();
  }
});
