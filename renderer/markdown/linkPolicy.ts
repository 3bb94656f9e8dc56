// Which addresses in a reply may be opened: http, https and mailto with an absolute address; everything else is text.
// Decided by the parser that would open it, never by looking at the letters.

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The address as it would be opened, or null when it may not be. */
export function safeLink(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > 8192) return null;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!allowed.has(url.protocol)) return null;
  if (url.protocol !== 'mailto:' && url.hostname === '') return null;
  return url.href;
}
