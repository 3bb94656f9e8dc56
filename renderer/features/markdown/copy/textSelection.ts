// The selected part of the page, at character precision, and the source that its elements stand for.

/** Queried for each text and element in order, in the live page, where visibility is known. */
export interface TextSelection {
  /** The smallest element that contains the selection. */
  root: Element;
  includes(node: Node): boolean;
  /** The selected part of a text. */
  textOf(text: Text): string;
}

export function textSelectionIn(range: Range): TextSelection | null {
  const letters = lettersIn(range);
  const [first] = letters;
  const last = letters.at(-1);
  if (!first || !last) return null;
  const exact = document.createRange();
  const from = first === range.startContainer ? range.startOffset : 0;
  const to = last === range.endContainer ? range.endOffset : last.data.length;
  exact.setStart(first, from);
  exact.setEnd(last, to);
  // A formula is copied only as a whole.
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

/** A table's header is copied whole with any of its rows. */
export const wholeSelectionOf = (root: Element): TextSelection => ({
  root,
  includes: () => true,
  textOf: ({ data }) => data,
});

const formulas = '.maths, .maths-display';

/** Texts with at least one selected character, ignoring blanks between blocks. */
function lettersIn(range: Range): Text[] {
  const within = range.commonAncestorContainer;
  if (within instanceof Text) return range.collapsed ? [] : [within];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const textNodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : node.data.length;
    if (to > from && node.data.slice(from, to).trim() !== '') textNodes.push(node);
  }
  return textNodes;
}

/** Elements added by the window: buttons, icons, text for screen readers. */
export function isDecoration(element: Element): boolean {
  return element.matches(
    'button, svg, script, style, [hidden], .sr-only, .link-place, .note-label, .select-none, [data-plain] > p',
  );
}

/** Source of a rendered formula, with its delimiters. */
export function formulaOf(element: Element): string | null {
  const notDrawn = element.matches('code.maths-source');
  if (!notDrawn && !element.matches(formulas)) return null;
  const source = ((notDrawn ? element : element.querySelector('annotation'))?.textContent ?? '').trim();
  if (element.matches('.maths, :not(.block) > code')) return `$${source}$`;
  return source.includes('\n') ? `$$\n${source}\n$$` : `$$${source}$$`;
}

/** A footnote mark, whether or not its note exists. */
export function noteMarkOf(element: Element): string | null {
  const name = element instanceof HTMLElement && element.matches('sup') ? element.dataset.noteName : undefined;
  return name === undefined ? null : `[^${name}]`;
}

export interface CodeOf {
  language: string;
  code: string;
}

/** Text shown verbatim. */
export const asItWas = 'pre, [data-far] > *, [data-plain] > div';

/** The selected part of a code block. */
export function selectedCodeOf(element: Element, chosen: TextSelection): CodeOf | null {
  if (!element.matches('.code-block')) return null;
  const pre = element.querySelector('pre');
  return { language: pre?.dataset.language ?? '', code: pre ? selectedTextOf(pre, chosen).replace(/\n$/, '') : '' };
}

/** The selected characters, verbatim. */
export function selectedTextOf(element: Element, chosen: TextSelection): string {
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && chosen.includes(node)) text += chosen.textOf(node);
  }
  // Separators inserted between combining marks.
  return text.replaceAll('\u200c\u200b', '');
}
