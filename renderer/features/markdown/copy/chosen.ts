// What of the page is chosen, from the first letter to the last, and what in it stands for something that was written.

/** Asked for each text and element in turn, in the page itself: only there is it known what is seen. */
export interface TextSelection {
  /** The smallest element around all of it. */
  root: Element;
  includes(node: Node): boolean;
  /** What of a text is chosen. */
  textOf(text: Text): string;
}

export function chosenIn(range: Range): TextSelection | null {
  const letters = lettersIn(range);
  const [first] = letters;
  const last = letters.at(-1);
  if (!first || !last) return null;
  const exact = document.createRange();
  const from = first === range.startContainer ? range.startOffset : 0;
  const to = last === range.endContainer ? range.endOffset : last.data.length;
  exact.setStart(first, from);
  exact.setEnd(last, to);
  // No part of a formula is one.
  const [firstFormula, lastFormula] = [first, last].map((text) => text.parentElement?.closest(formulas) ?? null);
  if (firstFormula) exact.setStartBefore(firstFormula);
  if (lastFormula) exact.setEndAfter(lastFormula);
  const around = exact.commonAncestorContainer;
  const root = around instanceof Element ? around : around.parentElement;
  if (!root) return null;
  return {
    root,
    includes: (node) => exact.intersectsNode(node),
    textOf: (text) => text.data.slice(text === first ? from : 0, text === last ? to : undefined),
  };
}

/** The head of a table is copied whole with any of its rows. */
export const headOf = (root: Element): TextSelection => ({ root, includes: () => true, textOf: ({ data }) => data });

const formulas = '.maths, .maths-display';

/** Texts of which at least one letter is chosen; blanks between blocks are none. */
function lettersIn(range: Range): Text[] {
  const within = range.commonAncestorContainer;
  if (within instanceof Text) return range.collapsed ? [] : [within];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : node.data.length;
    if (to > from && node.data.slice(from, to).trim() !== '') found.push(node);
  }
  return found;
}

/** What the window adds to the words: buttons, glyphs, names for those who hear them. */
export function isAdded(element: Element): boolean {
  return element.matches(
    'button, svg, script, style, [hidden], .sr-only, .link-place, .note-label, .select-none, [data-plain] > p',
  );
}

/** The source of a formula that is drawn, with its marks. */
export function formulaOf(element: Element): string | null {
  const notDrawn = element.matches('code.maths-source');
  if (!notDrawn && !element.matches(formulas)) return null;
  const source = ((notDrawn ? element : element.querySelector('annotation'))?.textContent ?? '').trim();
  if (element.matches('.maths, :not(.block) > code')) return `$${source}$`;
  return source.includes('\n') ? `$$\n${source}\n$$` : `$$${source}$$`;
}

/** The mark of a note, whether there is one or not. */
export function noteMarkOf(element: Element): string | null {
  const name = element instanceof HTMLElement && element.matches('sup') ? element.dataset.noteName : undefined;
  return name === undefined ? null : `[^${name}]`;
}

export interface CodeOf {
  language: string;
  code: string;
}

/** Text that is shown as it was written. */
export const asItWas = 'pre, [data-far] > *, [data-plain] > div';

/** A block of code: what of it is chosen. */
export function codeOf(element: Element, chosen: TextSelection): CodeOf | null {
  if (!element.matches('.code-block')) return null;
  const pre = element.querySelector('pre');
  return { language: pre?.dataset.language ?? '', code: pre ? lettersOf(pre, chosen).replace(/\n$/, '') : '' };
}

/** The chosen letters, as they are. */
export function lettersOf(element: Element, chosen: TextSelection): string {
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && chosen.includes(node)) text += chosen.textOf(node);
  }
  // What keeps very many marks on one letter apart.
  return text.replaceAll('\u200c\u200b', '');
}
