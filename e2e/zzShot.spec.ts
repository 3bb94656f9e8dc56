import { test } from '@playwright/test';
import { startGallery } from './support/gallery.ts';

test('shots', async ({ page }) => {
  test.setTimeout(300_000);
  const gallery = await startGallery();
  const wanted = (process.env.SHOTS ?? '').split(',');
  for (const each of wanted) {
    const [scene = '', look = 'light'] = each.split(':');
    await page.setViewportSize({ width: look.includes('narrow') ? 520 : 1180, height: 900 });
    await gallery.show(page, scene, look.includes('zh') ? 'theme=dark&lang=zh' : 'theme=light');
    await page.screenshot({ path: `/tmp/hooksshot/${scene}-${look}.png` });
  }
  await gallery.stop();
});
