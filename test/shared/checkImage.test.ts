import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkImage } from '../../electron/lib/checkImage.ts';
import { maxImageBytes } from '../../shared/core/imageType.ts';
import { cite } from '../support/cite.ts';
import { namedPng, pngChunk, pngOfPixels, realImages } from '../support/images.ts';
import { volume } from '../support/volume.ts';

const { png, jpeg, gif, webpLossy, webpLossless, webpExtended } = realImages;
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};
/** As an encoder writes one that exceeds the maximum side of JPEG, GIF and WebP. */
const sides = {
  jpeg: changed(jpeg, (copy) => copy.writeUInt16BE(8001, copy.indexOf(Buffer.from([0xff, 0xc0])) + 7)),
  gif: changed(gif, (copy) => copy.writeUInt16LE(9000, 8)),
  webpLossy: changed(webpLossy, (copy) => copy.writeUInt16LE(8001, 26)),
  webpExtended: changed(webpExtended, (copy) => copy.writeUIntLE(8000, 24, 3)),
};

test('real images of each type are valid, with the size that a browser sees', () => {
  expect(Object.entries(realImages).map(([name, bytes]) => [name, checkImage(bytes)])).toEqual([
    ['png', { sound: true, type: 'image/png', width: 4, height: 3 }],
    ['jpeg', { sound: true, type: 'image/jpeg', width: 4, height: 3 }],
    ['gif', { sound: true, type: 'image/gif', width: 1, height: 1 }],
    ['webpLossy', { sound: true, type: 'image/webp', width: 4, height: 3 }],
    ['webpLossless', { sound: true, type: 'image/webp', width: 4, height: 3 }],
    ['webpExtended', { sound: true, type: 'image/webp', width: 4, height: 3 }],
  ]);
  for (const bytes of [
    namedPng('x'),
    namedPng('y', 5000),
    pngOfPixels(8000, 1),
    Buffer.concat([jpeg, ascii('more')]),
  ]) {
    expect(checkImage(bytes)).toMatchObject({ sound: true });
  }
  // A part of a larger buffer is read as what it is.
  const inside = Buffer.concat([ascii('abc'), png]).subarray(3);
  expect(checkImage(inside)).toMatchObject({ sound: true });
});

test(cite('SEQ-8', 'data that only starts like an image is not one'), () => {
  const signatures = [png.subarray(0, 8), ascii('\xff\xd8\xff\xe0'), ascii('GIF89a'), ascii('RIFF\x04\0\0\0WEBP')];
  for (const signature of signatures) {
    for (const rest of ['', 'this is only text.', '\0'.repeat(40), '\xff'.repeat(40), '!'.repeat(4000)]) {
      const checked = checkImage(Buffer.concat([signature, ascii(rest)]));
      expect(checked.sound).toBe(false);
      expect(checked.sound ? '' : `${checked.problem}`).toMatch(/^is an incomplete /);
    }
  }
  expect(checkImage(ascii('%PDF-1.7'))).toEqual({
    sound: false,
    type: null,
    problem: 'is not a PNG, JPEG, GIF or WebP',
  });
  expect(checkImage(new Uint8Array())).toMatchObject({ sound: false, type: null });
});

test(cite('SEQ-8', 'a truncated image is invalid, wherever it is cut'), () => {
  for (const [name, bytes] of Object.entries(realImages)) {
    for (let length = 0; length < bytes.length; length++) {
      expect([name, length, checkImage(bytes.subarray(0, length)).sound]).toEqual([name, length, false]);
    }
  }
});

test('damage is reported: no data, no frame, no pixels, no end', () => {
  const [head, end] = [png.subarray(0, 33), png.subarray(-12)];
  const damaged = [
    Buffer.concat([head, end]),
    Buffer.concat([png.subarray(0, 8), pngChunk('IDAT', ascii('x')), png.subarray(8)]),
    pngOfPixels(0, 3),
    changed(jpeg, (copy) => copy.writeUInt8(0xc4, copy.indexOf(Buffer.from([0xff, 0xc0])) + 1)),
    changed(jpeg, (copy) => copy.writeUInt16BE(0, copy.indexOf(Buffer.from([0xff, 0xc0])) + 5)),
    changed(gif, (copy) => copy.writeUInt8(0, copy.length - 1)),
    Buffer.concat([gif.subarray(0, 19), ascii('\x3b')]),
    changed(webpLossy, (copy) => copy.writeUInt8(0, 23)),
    changed(webpLossless, (copy) => copy.writeUInt8(0, 20)),
    Buffer.concat([ascii('RIFF\x16\0\0\0WEBP'), webpExtended.subarray(12, 30)]),
  ];
  for (const [index, bytes] of damaged.entries()) expect([index, checkImage(bytes).sound]).toEqual([index, false]);
});

test(cite('SEQ-8', 'more than 8000 pixels a side are too many'), () => {
  expect(checkImage(pngOfPixels(8001, 2))).toEqual({
    sound: false,
    type: 'image/png',
    problem: 'has 8,001 × 2 pixels; the limit is 8,000 per side',
  });
  for (const bytes of [pngOfPixels(2, 2 ** 31), ...Object.values(sides)]) {
    const checked = checkImage(bytes);
    expect(checked.sound ? '' : `${checked.problem}`).toContain('pixels');
  }
});

test('any bytes get a result', () => {
  const bytes = fc.oneof(
    ...Object.values(realImages).map((image) =>
      fc.array(fc.tuple(fc.nat(image.length - 1), fc.nat(255)), { maxLength: 6 }).map((changes) =>
        changed(image, (copy) => {
          for (const [at, value] of changes) copy[at] = value;
        }),
      ),
    ),
    fc.uint8Array({ maxLength: 60 }),
  );
  fc.assert(
    fc.property(bytes, (any) => {
      const checked = checkImage(any);
      if (checked.sound) expect(Math.max(checked.width, checked.height)).toBeLessThanOrEqual(8000);
    }),
    { numRuns: volume({ short: 600, all: 3_000 }), seed: 1 },
  );
});

test('the largest image is 5 MB as sent', () => {
  expect(Buffer.alloc(maxImageBytes).toString('base64')).toHaveLength(5_242_880);
});
