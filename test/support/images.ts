// Minimal real images, and valid PNGs of any size, name and pixel count.

import { crc32 } from 'node:zlib';

const decoded = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Encoded by a browser: 4 × 3 pixels; the GIF has 1 × 1. */
export const realImages = {
  png: decoded(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAIklEQVR4AWTIsQkAAAwCweAgmST7k620FX345vB79DFRgQAAAP//dOm5eQAAAAZJREFUAwBpcgiLFYq/eQAAAABJRU5ErkJggg==',
  ),
  jpeg: decoded(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAADAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYAUP/2Q==',
  ),
  gif: decoded('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  webpLossy: decoded('UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoEAAMAAsBMJaACdAFAAAD+7L2IwmknR/89M/9gf/JHwsAA'),
  webpLossless: decoded('UklGRh4AAABXRUJQVlA4TBEAAAAvA4AAAAdQjyKXp/+BiOh/AAA='),
  webpExtended: decoded(
    'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAAwAAAgAAQUxQSAoAAAABB1DAiAhERP8DVlA4ICgAAABwAQCdASoEAAMAAsBMJaACdAFAAAD+7L2IwmknR/84l/+tv/j/rAAA',
  ),
};

/** A PNG chunk: length, name, data, checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}

const headEnd = 8 + 12 + 13;

/** A valid PNG whose bytes depend only on its name; `bytes`: the minimum size. */
export function namedPng(name: string, bytes = 0): Buffer {
  const { png } = realImages;
  const text = Buffer.from(`name\0${name}`, 'latin1');
  const padding = Buffer.alloc(Math.max(0, bytes - png.length - text.length - 12));
  const chunk = pngChunk('tEXt', Buffer.concat([text, padding]));
  return Buffer.concat([png.subarray(0, headEnd), chunk, png.subarray(headEnd)]);
}

/** A PNG that claims this many pixels. */
export function pngOfPixels(width: number, height: number): Buffer {
  const { png } = realImages;
  const head = Buffer.from(png.subarray(16, 29));
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', head), png.subarray(headEnd)]);
}
