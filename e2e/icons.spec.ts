// The committed icons are what the browser draws from the icon of the window.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { drawIcon, linuxSizes } from '../scripts/package/icons.ts';
import { cite } from '../test/support/cite.ts';

const file = (name: string): Buffer => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)));

test(cite('SHIP-1', 'the committed icons are drawn from the icon of the window'), async ({ browser, page }) => {
  const sizes = linuxSizes.filter((size) => size <= 256);
  const drawn = await drawIcon(browser, file('renderer/icon.svg').toString(), sizes);
  for (const size of sizes) {
    const pictures = [drawn.get(size), file(`build/icons/${size}x${size}.png`)].map((png) => png?.toString('base64'));
    const difference = await page.evaluate(async (encoded) => {
      const pixels = await Promise.all(
        encoded.map(async (text) => {
          const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
          const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
          context?.drawImage(picture, 0, 0);
          return [...(context?.getImageData(0, 0, picture.width, picture.height).data ?? [])];
        }),
      );
      const [one = [], other = []] = pixels;
      return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    }, pictures);
    // Browsers smooth edges a little differently.
    expect([size, difference < 2]).toEqual([size, true]);
  }
});
