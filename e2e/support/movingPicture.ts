// Makes an animated WebP from screenshots: the browser encodes each one as WebP, and this combines them. Container format:
// developers.google.com/speed/webp/docs/riff_container (VP8X, ANIM, then one ANMF per frame).

import type { Page } from '@playwright/test';

export interface Frame {
  png: Buffer;
  /** Duration of the frame. */
  ms: number;
}

const quality = 0.82;

/** `page`: any browser page; left blank. All frames must have the same size. */
export async function movingPicture(page: Page, frames: readonly Frame[]): Promise<Buffer> {
  await page.goto('about:blank');
  const made: { image: Buffer; ms: number }[] = [];
  let size = { width: 0, height: 0 };
  for (const { png, ms } of frames) {
    const { base64, ...own } = await page.evaluate(toWebP, { png: png.toString('base64'), quality });
    size = own;
    made.push({ image: imageOf(Buffer.from(base64, 'base64')), ms });
  }
  const canvas = Buffer.concat([Buffer.from([2, 0, 0, 0]), uint24(size.width - 1), uint24(size.height - 1)]);
  const forEver = Buffer.from([255, 255, 255, 255, 0, 0]);
  const parts = made.map(({ image, ms }) => {
    const head = [uint24(0), uint24(0), uint24(size.width - 1), uint24(size.height - 1), uint24(ms), Buffer.from([2])];
    return chunk('ANMF', Buffer.concat([...head, image]));
  });
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', canvas), chunk('ANIM', forEver), ...parts]);
  return chunk('RIFF', body);
}

/** The image chunks after the `RIFF` and `WEBP` header; other chunks are not allowed in a frame. */
function imageOf(webp: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (['VP8 ', 'VP8L', 'ALPH'].includes(webp.toString('latin1', at, at + 4))) kept.push(webp.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** Runs in the page. */
async function toWebP({ png, quality: share }: { png: string; quality: number }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const url = canvas.toDataURL('image/webp', share);
  return { base64: url.slice(url.indexOf(',') + 1), width: image.width, height: image.height };
}

function chunk(name: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
