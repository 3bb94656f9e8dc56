// Which addresses in a reply may be opened: http, https and mailto with an absolute address; everything else is text.
// Decided by the parser that would open it, never by looking at the letters. And what a person is told of an address
// whose words say something else.

import { addressParts } from '../../../shared/core/bareAddress.ts';
import { visibleParts } from '../../ui/visibleText.ts';

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The address as it would be opened, or null when it may not be. */
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
 * Where a link leads, when its words could make one think otherwise: they look like another address, they hide letters, or
 * the address has a name and password, or letters of another script in its host. Null when there is nothing to say.
 */
export function linkNotice(address: string, words: string): string | null {
  const url = safeUrl(address);
  if (!url) return null;
  if (url.protocol === 'mailto:') {
    const said = words.trim().replace(/^mailto:/i, '');
    const mail = url.pathname;
    return (said.includes('@') && said.toLowerCase() !== mail.toLowerCase()) || hides(words) ? mail : null;
  }
  const host = url.hostname.toLowerCase();
  const other = hostsIn(words).some((said) => withoutWww(said) !== withoutWww(host));
  const strange = host.split('.').some((label) => label.startsWith('xn--'));
  return other || strange || url.username !== '' || url.password !== '' || hides(words) ? url.host : null;
}

/** Hosts that the words name: they are an address, or there are some in them. */
function hostsIn(words: string): string[] {
  const said = addressLike.exec(words.trim())?.[1];
  const among = addressParts(words).flatMap(({ href }) => (href === null ? [] : [safeUrl(href)?.hostname ?? '']));
  return [...(said === undefined ? [] : [said]), ...among].map((host) => host.toLowerCase());
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** Letters that turn the direction, or that have no width. */
const hides = (words: string): boolean => visibleParts(words).some(({ marked }) => marked);

/** The address as it would be opened, and whose it is; null for what is no address of a web page. */
export function pageAddress(address: string): { href: string; host: string } | null {
  const href = safeLink(address);
  if (href === null) return null;
  const { protocol, host, username, password } = new URL(href);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // What stands before an @ is there to be taken for the site.
  if (username !== '' || password !== '') return null;
  return { href, host };
}
