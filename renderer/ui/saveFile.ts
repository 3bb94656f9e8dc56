// Saves bytes from the window as a file through the browser, with a generic type that no browser displays, and a name
// that is valid on every system and appears as is.

const maxCharacters = 100;

export function saveFile(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = sanitizeFileName(name);
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Removes invisible and reordering characters, and everything with a special meaning to a system, such as paths,
 * streams and devices (Windows, "Naming Files, Paths, and Namespaces"). Never empty; truncation keeps the extension.
 */
export function sanitizeFileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  if (plain === '') return 'file';
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `_${plain}` : plain;
  const letters = [...safe];
  if (letters.length <= maxCharacters) return safe;
  const ending = /\.[a-z0-9]{1,10}$/i.exec(safe)?.[0] ?? '';
  return `${letters
    .slice(0, maxCharacters - ending.length)
    .join('')
    .replace(/[ .]+$/, '')}${ending}`;
}
