// Reads an image's width and height from its structure, without decoding. The file is walked to the end, so a truncated
// or fake image has no size. Sources: PNG (RFC 2083, chunks), JPEG (ITU T.81, annex B), GIF89a, WebP (RFC 9649).

import type { ImageType } from '../../shared/core/imageType.ts';

export interface ImageSize {
  /** In pixels, at least 1. */
  width: number;
  height: number;
}

/** Returns null for a file that is incomplete or of another type. */
export function imageSize(bytes: Uint8Array, type: ImageType): ImageSize | null {
  const size = readers[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

const readers: Record<ImageType, (view: DataView) => ImageSize | null> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
};

function letters(view: DataView, at: number, length: number): string {
  let text = '';
  for (let index = at; index < at + length; index++) text += String.fromCharCode(view.getUint8(index));
  return text;
}

/** Each chunk: length, name, data, checksum. Starts with IHDR, contains IDAT and ends with IEND. */
function pngSize(view: DataView): ImageSize | null {
  let size: ImageSize | null = null;
  let hasData = false;
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const length = view.getUint32(at);
    const name = letters(view, at + 4, 4);
    if (at + 12 + length > view.byteLength) return null;
    if (size === null) {
      if (name !== 'IHDR' || length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (name === 'IDAT') hasData = true;
    if (name === 'IEND') return hasData ? size : null;
    at += 12 + length;
  }
  return null;
}

/** Segments up to the scan, including a frame header; an end marker follows the scan's start. */
function jpegSize(view: DataView): ImageSize | null {
  let size: ImageSize | null = null;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const mark = view.getUint8(at + 1);
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    if (mark === 0x01 || (mark >= 0xd0 && mark <= 0xd7)) {
      at += 2;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > view.byteLength) return null;
    if (isFrame(mark)) {
      if (length < 8) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (mark === 0xda) return hasJpegEnd(view, at + 2 + length) ? size : null;
    if (mark === 0xd8 || mark === 0xd9) return null;
    at += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15, without the table markers among them (DHT, JPG, DAC). */
function isFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;
}

function hasJpegEnd(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at >= from; at--) {
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xd9) return true;
  }
  return false;
}

/** Screen, then blocks including an image, up to the trailer. */
function gifSize(view: DataView): ImageSize | null {
  if (view.byteLength < 13) return null;
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let hasImage = false;
  let at: number | null = 13 + colours(view.getUint8(10));
  while (at !== null && at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) return hasImage ? size : null;
    if (kind === 0x21) {
      at = afterSubBlocks(view, at + 2);
    } else if (kind === 0x2c && at + 10 <= view.byteLength) {
      hasImage = true;
      at = afterSubBlocks(view, at + 11 + colours(view.getUint8(at + 9)));
    } else return null;
  }
  return null;
}

/** Bytes of the color table that these flags declare. */
function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(view: DataView, from: number): number | null {
  let at = from;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
  return null;
}

/** RIFF chunks. The first states the size; in an extended file another one holds the image. */
function webpSize(view: DataView): ImageSize | null {
  if (view.byteLength < 20) return null;
  const end = 8 + view.getUint32(4, true);
  if (end > view.byteLength) return null;
  let extended: ImageSize | null = null;
  for (let at = 12; at + 8 <= end; ) {
    const name = letters(view, at, 4);
    const length = view.getUint32(at + 4, true);
    const data = at + 8;
    if (data + length > end) return null;
    if (name === 'VP8X') {
      if (length < 10) return null;
      extended = { width: 1 + uint24(view, data + 4), height: 1 + uint24(view, data + 7) };
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? lossySize(view, data, length) : losslessSize(view, data, length);
      return size && (extended ?? size);
    }
    if (name === 'ANMF') return extended;
    at = data + length + (length % 2);
  }
  return null;
}

/** A key frame with its start code. */
function lossySize(view: DataView, at: number, length: number): ImageSize | null {
  if (length < 10 || uint24(view, at + 3) !== 0x2a019d) return null;
  return { width: view.getUint16(at + 6, true) & 0x3fff, height: view.getUint16(at + 8, true) & 0x3fff };
}

function losslessSize(view: DataView, at: number, length: number): ImageSize | null {
  if (length < 5 || view.getUint8(at) !== 0x2f) return null;
  const bits = view.getUint32(at + 1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/** Little-endian. */
function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
