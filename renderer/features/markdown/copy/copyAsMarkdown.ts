// Copies from replies as their Markdown source and as HTML. Selections elsewhere are copied by the browser.

import { asMarkdown } from './asMarkdown.ts';
import {
  asItWas,
  formulaOf,
  isDecoration,
  noteMarkOf,
  selectedCodeOf,
  selectedTextOf,
  type TextSelection,
  textSelectionIn,
  wholeSelectionOf,
} from './textSelection.ts';

const keptTags = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br strong em del code a table thead tbody tr th td'.split(' '),
);

/** A document listener, since a selection may span several replies. */
export function copyAsMarkdown(event: ClipboardEvent): void {
  const selection = getSelection();
  const { clipboardData, target } = event;
  if (event.defaultPrevented || !clipboardData || !selection || selection.rangeCount === 0 || selection.isCollapsed)
    return;
  if (target instanceof Element && target.closest('input, textarea')) return;
  const range = selection.getRangeAt(0);
  if (![...document.querySelectorAll('.markdown')].some((page) => range.intersectsNode(page))) return;
  const chosen = textSelectionIn(range);
  if (!chosen) return;
  clipboardData.setData('text/plain', asMarkdown(chosen));
  clipboardData.setData('text/html', asHtml(chosen));
  event.preventDefault();
}

/**
 * Converts a selection in replies to HTML for apps that keep formatting: real lists, tables and links, without the
 * window's own elements.
 */
function asHtml(chosen: TextSelection): string {
  const { root } = chosen;
  const plain = root.closest(asItWas);
  if (plain) return `<pre><code>${escaped(selectedTextOf(plain, chosen))}</code></pre>`;
  const table = root.closest('td, th') ? null : root.closest('table');
  const whole = table ?? (root.matches('ul, ol, .maths, .maths-display') ? root : null);
  return whole ? htmlOf(whole, chosen) : childrenOf(root, chosen);
}

const childrenOf = (element: Element, chosen: TextSelection): string =>
  [...element.childNodes].map((child) => htmlOf(child, chosen)).join('');

function htmlOf(node: Node, chosen: TextSelection): string {
  // A table keeps its columns.
  if (node instanceof Element && node.matches('thead') && chosen.root !== node)
    return htmlOf(node, wholeSelectionOf(node));
  if (!(node instanceof Element && node.matches('td')) && !chosen.includes(node)) return '';
  if (node instanceof Text) return chosen.includes(node) ? escaped(chosen.textOf(node)) : '';
  if (!(node instanceof Element)) return '';
  const written = formulaOf(node) ?? noteMarkOf(node);
  if (written !== null) return node.matches('.maths-display') ? `<p>${escaped(written)}</p>` : escaped(written);
  const code = selectedCodeOf(node, chosen);
  if (code) return code.code === '' ? '' : `<pre><code>${escaped(code.code)}\n</code></pre>`;
  if (isDecoration(node)) return '';
  if (node.matches(asItWas)) return `<pre>${escaped(selectedTextOf(node, chosen))}</pre>`;
  const name = node.localName;
  const children = childrenOf(node, chosen);
  if (!keptTags.has(name)) return node.matches('div') && hasWords(node, chosen) ? `<p>${children}</p>` : children;
  if (name === 'br' || name === 'hr') return `<${name}>`;
  return `<${name}${attributes(node, chosen)}>${children}</${name}>`;
}

/** Text of its own, outside any block. */
const hasWords = (element: Element, chosen: TextSelection): boolean =>
  [...element.childNodes].some(
    (node) => node instanceof Text && chosen.includes(node) && chosen.textOf(node).trim() !== '',
  );

function attributes(element: Element, chosen: TextSelection): string {
  const candidates: [name: string, value: string | null][] = [
    ['href', element.getAttribute('href')],
    ['start', element instanceof HTMLOListElement ? String(firstNumber(element, chosen)) : null],
    ['dir', element.getAttribute('dir')],
    ['align', element instanceof HTMLTableCellElement ? element.style.textAlign || null : null],
  ];
  return candidates.map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`)).join('');
}

/** Number of the first selected item. */
const firstNumber = (list: HTMLOListElement, chosen: TextSelection): number =>
  list.start +
  Math.max(
    0,
    [...list.children].findIndex((item) => chosen.includes(item)),
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
