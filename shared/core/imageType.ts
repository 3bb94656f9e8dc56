// Images that models can look at, known by their first bytes and not by their name. Whether one is whole: `checkImage.ts`. Pure.

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/**
 * Bytes of one image that a tool may return: what the usual providers take. It is sent as base64, and that is what is measured
 * (Anthropic: "image exceeds 5 MB maximum: … bytes > 5242880 bytes").
 */
export const maxImageBytes = (5 * 1024 * 1024 * 3) / 4;

/** Pixels of one side (Anthropic's vision guide: a larger image is rejected). */
export const maxImagePixels = 8000;

/** The media type by the first bytes (16 are enough); null for anything else. */
export function imageType(head: Uint8Array): ImageType | null {
  const letters = String.fromCharCode(...head.subarray(0, 12));
  if (letters.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (letters.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (letters.startsWith('GIF87a') || letters.startsWith('GIF89a')) return 'image/gif';
  if (letters.startsWith('RIFF') && letters.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}

export function isImageType(mediaType: unknown): mediaType is ImageType {
  return imageTypes.some((known) => known === mediaType);
}
