import { expect, test } from 'vitest';
import { storeImages } from '../../electron/chat/turn/storeImages.ts';
import { ok } from '../../shared/core/errors.ts';
import { maxImageBytes } from '../../shared/core/imageType.ts';
import { cite } from '../support/cite.ts';
import { namedPng, pngOfPixels, realImages } from '../support/images.ts';

const keep = (...images: Buffer[]) =>
  storeImages(
    images.map((bytes) => ({ bytes, mediaType: 'image/png' })),
    'c',
    { saveAttachment: async (_id, bytes) => ok({ hash: `h${bytes.length}`, bytes: bytes.length }) },
  );

test(
  cite('SEQ-8', 'only complete images of a size that models accept are kept; the others are reported by number'),
  async () => {
    const { png, jpeg, gif, webpLossy } = realImages;
    const all = await keep(png, jpeg, gif, webpLossy, namedPng('large', maxImageBytes));
    expect(all.problem).toBeUndefined();
    expect(all.attachments.map(({ mediaType }) => mediaType)).toEqual([
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/webp',
      'image/png',
    ]);
    const bad = await keep(
      Buffer.from('words'),
      Buffer.concat([png.subarray(0, 8), Buffer.from('and then only text')]),
      png,
      pngOfPixels(8001, 1),
      namedPng('large', maxImageBytes + 1),
    );
    expect(bad.attachments).toHaveLength(1);
    expect(bad.problem).toBe(
      [
        'Image 1 was not kept: it is labeled image/png but is not a PNG, JPEG, GIF or WebP.',
        'Image 2 was not kept: it is an incomplete PNG image.',
        'Image 4 was not kept: it has 8,001 × 1 pixels; the limit is 8,000 per side.',
        'Image 5 was not kept: it has 3,932,161 bytes; the limit is 3.75 MB.',
      ].join(' '),
    );
  },
);
