// Entry point of the thread that makes one page readable, started by extractReadablePage.ts. Pages are untrusted and may take
// minutes or all memory to parse; then only the thread is ended.

import { parentPort, workerData } from 'node:worker_threads';
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

const { html, url } = workerData as { html: string; url: string };
parentPort?.postMessage(readableHtml(html, url));

/**
 * Converts HTML to text for a model: keeps headings, lists, tables and links; drops scripts, styles, form contents and
 * hidden parts. Links become absolute. Pure, but slow on large pages, so `extractReadablePage.ts` runs it in a worker thread.
 * `url` is the base of links.
 */
function readableHtml(html: string, url: string): string {
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

/** Shows only fetchable addresses, without script and data URLs. */
function linkTo(path: string, base: string): string {
  const url = URL.parse(path, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return '';
  return url.href.length > maxLinkLength ? `${url.href.slice(0, maxLinkLength)}…` : url.href;
}

function titleOf(html: string): string {
  const titleHtml = /<title[^>]{0,200}>([^<]{0,1000})<\/title>/i.exec(html.slice(0, 200_000))?.[1] ?? '';
  return convert(titleHtml, { wordwrap: false }).replace(/\s+/g, ' ').trim().slice(0, 300);
}
