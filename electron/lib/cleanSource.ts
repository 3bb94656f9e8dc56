// Sanitizes a search result for display and requests: single-line text without markup or invisible and bidirectional
// characters, and an http(s) link without credentials or tracking parameters.

import type { WebSource } from '../../shared/features/webSearch/webSearch.ts';

/** As received, unchecked. */
export interface RawSource {
  title: unknown;
  url: unknown;
  text: unknown;
  date?: unknown;
}

const maxTitleLength = 300;
const maxTextLength = 1000;
const maxUrlLength = 2000;
/** Longer fields are cut first. */
const maxFieldLength = 10_000;

/** Returns null without a usable link. */
export function cleanSource({ title, url, text, date }: RawSource): WebSource | null {
  const address = cleanUrl(url);
  if (address === null) return null;
  const day = dayOf(date);
  return {
    title: oneLine(title, maxTitleLength) || address,
    url: address,
    text: oneLine(text, maxTextLength),
    ...(day === null ? {} : { date: day }),
  };
}

/** Tracking parameters, which do not affect the page. */
const tracking =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_hs(?:enc|mi)|srsltid|vero_id|oly_(?:anon|enc)_id)$/i;

function cleanUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const url = URL.parse(value.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  const followed = [...url.searchParams.keys()].filter((name) => tracking.test(name));
  // Without any, the URL stays unchanged to the letter.
  for (const name of followed) url.searchParams.delete(name);
  return url.href.length > maxUrlLength ? null : url.href;
}

const withContent = /<(script|style|noscript|template|svg|iframe)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi;
/** Only HTML elements: `Array<string>` is text. */
const element =
  /<!--[\s\S]*?-->|<\/?(?:a|abbr|article|b|big|blockquote|body|br|center|cite|code|dd|del|dfn|div|dl|dt|em|embed|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|object|ol|p|pre|q|s|samp|script|section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr)\b[^<>]*>/gi;
const inline =
  /^<\/?(?:a|abbr|b|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|wbr)\b/i;

function oneLine(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const plain = value
    .slice(0, maxFieldLength)
    .replace(withContent, ' ')
    .replace(element, (tag) => (inline.test(tag) ? '' : ' '));
  const line = decoded(plain)
    .toWellFormed()
    // Controls, formats (invisible and bidirectional marks), separators; joiners belong to letters and emoji.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= max) return line;
  return `${line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  times: '×',
  deg: '°',
  euro: '€',
};

/** Decodes once: what was escaped twice stays text. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/** Returns the day as written, else in UTC. */
function dayOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const written = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/.exec(value.trim());
  if (written) return written[0];
  // As in mail: it must state its zone, or the result would depend on the local one.
  if (!/(?:GMT|UTC|Z|[+-]\d{4})$/.test(value.trim()) || value.length > 60) return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
}
