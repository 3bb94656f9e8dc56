// Decides which addresses in a reply may be opened: absolute http, https and mailto; everything else is text. Uses the
// parser that would open the address, never string matching. Also warns when link text suggests a different address.

import { addressParts } from '../../../shared/core/bareAddress.ts';
import { visibleParts } from '../../ui/visibleText.ts';

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The address as it would be opened; null if not allowed. */
export function safeLink(address: unknown): string | null {
  const url = safeUrl(address);
  return url?.href ?? null;
}

function safeUrl(address: unknown): URL | null {
  if (typeof address !== 'string' || address.length > 8192) return null;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!allowed.has(url.protocol)) return null;
  if (url.protocol !== 'mailto:' && url.hostname === '') return null;
  return url;
}

const addressLike = /^(?:[a-z][a-z0-9+.-]*:\/\/)?((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,})(?:[:/?#].*)?$/iu;

/**
 * The link's real address, if its text may mislead: it looks like another address, it hides characters, or the address
 * contains credentials or a host in another script. Null otherwise.
 */
export function linkNotice(address: string, words: string): string | null {
  const url = safeUrl(address);
  if (!url) return null;
  if (url.protocol === 'mailto:') {
    const shownAddress = words.trim().replace(/^mailto:/i, '');
    const mail = url.pathname;
    return (shownAddress.includes('@') && shownAddress.toLowerCase() !== mail.toLowerCase()) || hides(words)
      ? mail
      : null;
  }
  const host = url.hostname.toLowerCase();
  const other = hostsIn(words).some((shownHost) => withoutWww(shownHost) !== withoutWww(host));
  const strange = host.split('.').some((label) => label.startsWith('xn--'));
  return other || strange || url.username !== '' || url.password !== '' || hides(words) ? url.host : null;
}

/** Hosts in the text, which is or contains addresses. */
function hostsIn(words: string): string[] {
  const shownAddress = addressLike.exec(words.trim())?.[1];
  const among = addressParts(words).flatMap(({ href }) => (href === null ? [] : [safeUrl(href)?.hostname ?? '']));
  return [...(shownAddress === undefined ? [] : [shownAddress]), ...among].map((host) => host.toLowerCase());
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** Characters that change direction or have no width. */
const hides = (words: string): boolean => visibleParts(words).some(({ marked }) => marked);

/** The address as it would be opened, and its host; null if it is not a web page. */
export function pageAddress(address: string): { href: string; host: string } | null {
  const href = safeLink(address);
  if (href === null) return null;
  const { protocol, host, username, password } = new URL(href);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // Text before an @ may pose as the site.
  if (username !== '' || password !== '') return null;
  return { href, host };
}
