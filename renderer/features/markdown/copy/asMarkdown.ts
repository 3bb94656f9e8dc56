// Converts a selection in replies to Markdown. Omits marks that surround the whole selection: words of a bold sentence,
// or lines of one code block or item, are copied plain.

import {
  asItWas,
  formulaOf,
  isDecoration,
  noteMarkOf,
  selectedCodeOf,
  selectedTextOf,
  type TextSelection,
  wholeSelectionOf,
} from './textSelection.ts';

export function asMarkdown(chosen: TextSelection): string {
  const { root } = chosen;
  const plain = root.closest(asItWas);
  if (plain) return selectedTextOf(plain, chosen);
  // Cells of one row still form a table.
  const table = root.closest('td, th') ? null : root.closest('table');
  if (table) return tableText(table, chosen);
  if (root.matches('ul, ol')) return listText(root, chosen);
  return formulaOf(root) ?? blocksText(root, chosen);
}

const blockTags =
  'address, article, aside, blockquote, details, div, dl, fieldset, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, ul, .code-block, .maths-display';

/** Its contents, with a blank line between blocks. */
function blocksText(element: Element, chosen: TextSelection): string {
  const blocks: { text: string; isList: boolean }[] = [];
  let words = '';
  const endWords = (): void => {
    // Blanks matter only where white space is preserved.
    if (words.trim() !== '') blocks.push({ text: words.replace(/^\n+|\s+$/g, ''), isList: false });
    words = '';
  };
  for (const node of element.childNodes) {
    if (!chosen.includes(node)) continue;
    if (!(node instanceof Element) || !node.matches(blockTags)) {
      words += inlineText(node, chosen);
      continue;
    }
    endWords();
    const text = blockText(node, chosen);
    if (text !== '') blocks.push({ text, isList: node.matches('ul, ol') });
  }
  endWords();
  const isItem = element.matches('li');
  return blocks.reduce(
    (all, { text, isList }, at) => all + (at === 0 ? '' : isItem && isList ? '\n' : '\n\n') + text,
    '',
  );
}

function blockText(element: Element, chosen: TextSelection): string {
  if (isDecoration(element)) return '';
  const formula = formulaOf(element);
  if (formula !== null) return formula;
  const code = selectedCodeOf(element, chosen);
  if (code) return fenced(code.code, code.language);
  if (element.matches(asItWas)) return selectedTextOf(element, chosen).trimEnd();
  if (element.matches('table')) return tableText(element, chosen);
  if (element.matches('ul, ol')) return listText(element, chosen);
  if (element.matches('hr')) return '---';
  const text = blocksText(element, chosen);
  if (text === '') return '';
  const level = /^H([1-6])$/.exec(element.tagName)?.[1];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${text}`;
  if (element.matches('blockquote')) return text.replaceAll(/^(?=(.?))/gm, (_, first: string) => (first ? '> ' : '>'));
  if (element instanceof HTMLElement && element.dataset.note !== undefined)
    return `[^${element.dataset.note}]: ${text}`;
  return text;
}

function fenced(code: string, language: string): string {
  if (code.trim() === '') return '';
  const longest = Math.max(2, ...[...code.matchAll(/^[ \t]*(`{3,})/gm)].map(([, run = '']) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function listText(list: Element, chosen: TextSelection): string {
  const items: string[] = [];
  let number = list instanceof HTMLOListElement ? list.start : null;
  for (const item of list.children) {
    const marker = number === null ? '- ' : `${number++}. `;
    if (!chosen.includes(item)) continue;
    const text = blocksText(item, chosen);
    if (text === '') continue;
    const indent = ' '.repeat(marker.length);
    const lines = text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
    // Only nested items are selected, not the item's own text.
    const isBelow = !hasWords(item, chosen);
    const done = item.querySelector(':scope > .task-mark')?.hasAttribute('data-done');
    items.push(isBelow ? indent + lines : marker + (done === undefined ? '' : done ? '[x] ' : '[ ] ') + lines);
  }
  return items.join('\n');
}

function hasWords(item: Element, chosen: TextSelection): boolean {
  return [...item.childNodes].some(
    (node) =>
      chosen.includes(node) &&
      !(node instanceof Element && node.matches('ul, ol')) &&
      (node instanceof Element
        ? selectedTextOf(node, chosen)
        : node instanceof Text
          ? chosen.textOf(node)
          : ''
      ).trim() !== '',
  );
}

/** With its header and all columns. */
function tableText(table: Element, chosen: TextSelection): string {
  const [head, ...rows] = [...table.querySelectorAll('tr')];
  const cellsOf = (row: Element, of: TextSelection): string[] =>
    [...row.children].map((cell) =>
      (of.includes(cell) ? inlineText(cell, of) : '').trim().replaceAll('|', '\\|').replaceAll('\n', ' '),
    );
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rules = [...(head?.children ?? [])].map((cell) => {
    const align = cell instanceof HTMLElement ? cell.style.textAlign : '';
    return `${align === 'left' || align === 'center' ? ':' : ''}---${align === 'right' || align === 'center' ? ':' : ''}`;
  });
  const body = rows.filter((row) => chosen.includes(row)).map((row) => cellsOf(row, chosen));
  return [...(head ? [cellsOf(head, wholeSelectionOf(table)), rules] : []), ...body].map(line).join('\n');
}

function inlineText(node: Node, chosen: TextSelection): string {
  if (!chosen.includes(node)) return '';
  if (node instanceof Text) return chosen.textOf(node).replaceAll('\u200c\u200b', '');
  if (!(node instanceof Element)) return '';
  const written = formulaOf(node) ?? noteMarkOf(node);
  if (written !== null) return written;
  if (isDecoration(node)) return '';
  if (node.matches('br')) return '\n';
  const text = [...node.childNodes].map((child) => inlineText(child, chosen)).join('');
  if (text.trim() === '') return text;
  const mark = marks[node.localName];
  if (mark !== undefined) return mark + text + mark;
  if (node.matches('code')) return codeText(text);
  if (node instanceof HTMLAnchorElement) return linkText(node, text);
  return text;
}

const marks: Record<string, string> = { strong: '**', em: '*', del: '~~' };

function codeText(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return ticks + space + text + space + ticks;
}

/** A bare URL stays bare. */
function linkText(link: HTMLAnchorElement, text: string): string {
  const address = link.getAttribute('href') ?? '';
  const plain = (one: string): string => one.replace(/^(?:http:\/\/(?=www\.)|mailto:)/i, '').replace(/\/$/, '');
  if (plain(decoded(address)) === plain(decoded(text))) return text;
  const isImage = link.parentElement?.matches('.image-link') === true;
  const target = /[\s()<>]/.test(address.replaceAll(/\([^()]*\)/g, '')) ? `<${address}>` : address;
  return `${isImage ? '!' : ''}[${text}](${target})`;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
