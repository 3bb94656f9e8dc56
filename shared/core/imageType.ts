// Recognizes images that models accept by their first bytes, not by name. `checkImage.ts` tells whether one is
// complete.

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/**
 * Bytes of an image that a tool may return, limited by common providers. The limit applies to the base64 (Anthropic:
 * "image exceeds 5 MB maximum: … bytes > 5242880 bytes").
 */
export const maxImageBytes = (5 * 1024 * 1024 * 3) / 4;

/** Maximum pixels per side (Anthropic's vision guide: larger images are rejected). */
export const maxImagePixels = 8000;

/** Returns the media type by the first bytes (16 are enough), or null. */
export function imageType(head: Uint8Array): ImageType | null {
  const letters = String.fromCharCode(...head.subarray(0, 12));
  if (letters.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (letters.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (letters.startsWith('GIF87a') || letters.startsWith('GIF89a')) return 'image/gif';
  if (letters.startsWith('RIFF') && letters.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}

export function isImageType(mediaType: unknown): mediaType is ImageType {
  return imageTypes.some((type) => type === mediaType);
}
