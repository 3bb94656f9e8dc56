// HTML as text that a model reads: headings, lists, tables and links stay, scripts, styles, forms' insides and what a page
// hides do not. Links are whole addresses. Pure, and slow on large pages: `readablePage.ts` runs it in a thread.

import { convert } from 'html-to-text';

const maxLinkLength = 500;
const skipped = [
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'head',
  'select',
  'dialog',
  '[hidden]',
  '[aria-hidden="true"i]',
  '[style*="display:none"i]',
  '[style*="display: none"i]',
  '[style*="visibility:hidden"i]',
  '[style*="visibility: hidden"i]',
  '[style*="font-size:0"i]',
  '[style*="opacity:0;"i]',
];

/** `url`: what links are relative to. */
export function readableHtml(html: string, url: string): string {
  const rewrite = (path: string): string => linkTo(path, url);
  const heading = (level: number) => ({
    selector: `h${level}`,
    options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 },
  });
  const text = convert(html, {
    wordwrap: false,
    baseElements: { selectors: ['body'], returnDomByDefault: true },
    limits: { maxInputLength: 4_000_000, maxDepth: 200, ellipsis: '…' },
    selectors: [
      { selector: 'a', options: { pathRewrite: rewrite, hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', options: { colSpacing: 2, uppercaseHeaderCells: false } },
      ...[1, 2, 3, 4, 5, 6].map(heading),
      ...skipped.map((selector) => ({ selector, format: 'skip' })),
    ],
  });
  const title = titleOf(html);
  return title === '' ? text : `Title: ${title}\n\n${text}`;
}

/** Only addresses that could be fetched are shown; those of scripts and data are left out. */
function linkTo(path: string, base: string): string {
  const url = URL.parse(path, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return '';
  return url.href.length > maxLinkLength ? `${url.href.slice(0, maxLinkLength)}…` : url.href;
}

function titleOf(html: string): string {
  const found = /<title[^>]{0,200}>([^<]{0,1000})<\/title>/i.exec(html.slice(0, 200_000))?.[1] ?? '';
  return convert(found, { wordwrap: false }).replace(/\s+/g, ' ').trim().slice(0, 300);
}
