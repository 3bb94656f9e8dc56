// Hands bytes of the window's to the browser, to be kept as a file of the person's. As a file of no kind that a browser would
// show, under a name that every system takes and that shows as it is.

const maxCharacters = 100;

export function saveFile(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser has begun with it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Without letters that are not seen or turn others around, and without what a system takes for a path, a stream or a device
 * (Windows, "Naming Files, Paths, and Namespaces"). Never empty; a long one keeps its ending.
 */
export function fileName(name: string): string {
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
