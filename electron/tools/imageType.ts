// Images that models can look at, known by their first bytes and not by their name.

/** The media type; null for anything else. */
export function imageType(head: Buffer): string | null {
  const letters = head.subarray(0, 12).toString('latin1');
  if (letters.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (letters.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (letters.startsWith('GIF87a') || letters.startsWith('GIF89a')) return 'image/gif';
  if (letters.startsWith('RIFF') && letters.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}
