// Checks that bytes are an image that models accept. Providers reject truncated, fake or oversized images together with
// the whole request, so a conversation containing one could no longer be sent.

import { type ImageType, imageType, maxImageBytes, maxImagePixels } from '../../shared/core/imageType.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { imageSize } from './imageSize.ts';

export type ImageCheck =
  | { sound: true; type: ImageType; width: number; height: number }
  /** `problem`: follows "It" in a sentence: "is damaged". */
  | { sound: false; type: ImageType | null; problem: Sentence };

const names: Record<ImageType, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
};

/** Ignores the size in bytes: callers check `maxImageBytes` or the provider's limit. */
export function checkImage(bytes: Uint8Array): ImageCheck {
  const type = imageType(bytes);
  if (type === null) return { sound: false, type, problem: say`is not a PNG, JPEG, GIF or WebP` };
  const size = imageSize(bytes, type);
  if (size === null) {
    return { sound: false, type, problem: say`is an incomplete ${names[type]} image` };
  }
  const { width, height } = size;
  if (Math.max(width, height) > maxImagePixels) {
    const most = say`the limit is ${count(maxImagePixels)} per side`;
    return { sound: false, type, problem: say`has ${count(width)} × ${count(height)} pixels; ${most}` };
  }
  return { sound: true, type, width, height };
}

/** The limit `maxImageBytes` as text: "3.75 MB". */
export const maxImageText = `${maxImageBytes / 1024 / 1024} MB`;

function count(value: number): string {
  return value.toLocaleString('en-US');
}
