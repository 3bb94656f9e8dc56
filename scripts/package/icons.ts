// `node scripts/package/icons.ts`: draws the app's icon in every size that a system asks for, from renderer/icon.svg, with the
// browser of the tests. The results are committed; a test draws them again.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../browser.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Pixels, of Linux's icon themes. */
export const linuxSizes = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512, 1024] as const;
/** Windows reads them from one file. */
export const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
/** The types of macOS by size: with one and two pixels a point. */
export const macTypes: readonly (readonly [type: string, pixels: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Returns PNG files of a square picture, by pixels. */
export async function drawIcon(browser: Browser, svg: string, sizes: Iterable<number>): Promise<Map<number, Buffer>> {
  const page = await browser.newPage();
  const drawn = new Map<number, Buffer>();
  for (const size of new Set(sizes)) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    drawn.set(size, await page.screenshot({ omitBackground: true }));
  }
  await page.close();
  return drawn;
}

/** A Windows icon whose pictures are PNG files, which every supported version reads. */
function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    // 0 means 256.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** A macOS icon: blocks of a type, a length and a PNG file. */
function icnsOf(pictures: readonly { type: string; png: Buffer }[]): Buffer {
  const blocks = pictures.map(({ type, png }) => Buffer.concat([blockHead(type, png.length), png]));
  const body = Buffer.concat(blocks);
  return Buffer.concat([blockHead('icns', body.length), body]);
}

function blockHead(type: string, length: number): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32BE(8 + length, 4);
  return head;
}

async function writeIcons(): Promise<void> {
  const { browser: found, tried } = await findBrowser(root);
  if (!found) throw new Error(`no browser could be started to draw the icons with: ${tried.join('; ')}`);
  const { executablePath, args, env, chromiumSandbox } = found;
  const browser = await chromium.launch({ executablePath, args, chromiumSandbox, env: { ...process.env, ...env } });
  const svg = readFileSync(join(root, 'renderer/icon.svg'), 'utf8');
  const drawn = await drawIcon(browser, svg, [...linuxSizes, ...windowsSizes]);
  await browser.close();
  const pngOf = (size: number): Buffer => drawn.get(size) ?? Buffer.alloc(0);
  mkdirSync(join(root, 'build/icons'), { recursive: true });
  for (const size of linuxSizes) writeFileSync(join(root, `build/icons/${size}x${size}.png`), pngOf(size));
  writeFileSync(join(root, 'build/icon.ico'), icoOf(windowsSizes.map((size) => ({ size, png: pngOf(size) }))));
  writeFileSync(join(root, 'build/icon.icns'), icnsOf(macTypes.map(([type, size]) => ({ type, png: pngOf(size) }))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeIcons();
