// Highlights words on the page without changing the DOM, by the CSS Custom Highlight API
// (https://www.w3.org/TR/css-highlight-api-1/). Without browser support, the page still scrolls to the match, but highlights
// nothing.

import { foldWithOffsets } from '../../../shared/core/folding.ts';

const all = 'found';
const here = 'found-here';
const maxMarks = 500;
/** Maximum UTF-16 units to search. */
const maxTextLength = 2_000_000;

export interface TextMarks {
  count: number;
  /** The current match and, in `at`, its index. */
  best: Range | null;
  at: number;
  /** For the best match: how many of the `of` characters around it are the requested ones. */
  fits: number;
  of: number;
}

/** Selects the match that best fits the request, or one by index; an index beyond the end selects the last. */
export type Which = 'fits' | 'first' | 'last' | number;

/**
 * `around`: the known text before and after the match, which distinguishes it from others. Without a match, existing marks
 * stay.
 */
export function markText(
  root: Element,
  terms: readonly string[],
  around: { before: string; after: string },
  which: Which = 'fits',
): TextMarks {
  const nodes = textNodes(root);
  const text = nodes.map((node) => node.data).join('');
  const places = findTerms(text, terms);
  const starts = startsOf(nodes);
  const ranges = places.map(([from, to]) => rangeOf(nodes, starts, from, to));
  let fittest = -1;
  let score = -1;
  for (const [n, [from, to]] of places.entries()) {
    const fits =
      likeness(text.slice(to, to + 120), around.after) +
      likeness(reversed(text.slice(Math.max(0, from - 120), from)), reversed(around.before));
    if (fits > score) {
      score = fits;
      fittest = n;
    }
  }
  const at = placeNumber(which, fittest, ranges.length);
  const best = ranges[at] ?? null;
  if (best) mark(ranges, best);
  return {
    count: ranges.length,
    best,
    at,
    fits: Math.max(0, score),
    of: letters(around.before) + letters(around.after),
  };
}

function placeNumber(which: Which, fittest: number, count: number): number {
  if (which === 'fits') return fittest;
  return which === 'first' ? 0 : which === 'last' ? count - 1 : Math.min(which, count - 1);
}

/**
 * Keeps a match in the transcript marked while its DOM is replaced, such as by syntax highlighting, or when a row leaves the
 * view and returns. `again` marks again once the text is there. Ends when marks are cleared or another match is marked.
 */
export function keepMarked(best: Range, again: () => Range | null): void {
  const within = best.startContainer.parentElement?.closest('[role="log"]');
  if (!within) return;
  let range = best;
  const text = best.toString();
  const observer = new MutationObserver(() => {
    if (!isMarked(range)) return observer.disconnect();
    if (range.toString() === text && range.startContainer.isConnected) return;
    range = again() ?? range;
  });
  observer.observe(within, { childList: true, characterData: true, subtree: true });
}

function isMarked(range: Range): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS && CSS.highlights.get(here)?.has(range) === true;
}

/** `within`: a transcript; the marks of the other side stay. */
export function clearMarks(within: Element | null): void {
  if (within) marked.delete(within);
  else marked.clear();
  paint();
}

interface Marked {
  best: Range;
  others: readonly Range[];
}

/** By transcript. */
const marked = new Map<Element, Marked>();

function mark(ranges: readonly Range[], best: Range): void {
  const within = best.startContainer.parentElement?.closest('[role="log"]') ?? document.body;
  marked.set(within, { best, others: ranges.filter((range) => range !== best) });
  paint();
}

function paint(): void {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return;
  for (const within of marked.keys()) if (!within.isConnected) marked.delete(within);
  const every = [...marked.values()];
  CSS.highlights.set(all, new Highlight(...every.flatMap(({ others }) => others)));
  CSS.highlights.set(here, new Highlight(...every.map(({ best }) => best)));
}

function textNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, {
    acceptNode: (node) =>
      node.parentElement?.closest('[aria-hidden="true"], .sr-only, button, textarea, script, style')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  const nodes: Text[] = [];
  let length = 0;
  for (let node = walker.nextNode(); node && length < maxTextLength; node = walker.nextNode()) {
    nodes.push(node as Text);
    length += (node as Text).data.length;
  }
  return nodes;
}

/** Positions of the terms, sorted and disjoint, by the same rules as the host's. `terms`: normalized. @internal */
export function findTerms(text: string, terms: readonly string[]): [number, number][] {
  const { folded, written } = foldWithOffsets(text);
  const ranges: [number, number][] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0 && ranges.length < maxMarks; ) {
      ranges.push([written(at), written(at + term.length)]);
      at = folded.indexOf(term, at + term.length);
    }
  }
  ranges.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  let end = 0;
  return ranges.filter(([from, to]) => {
    if (from < end || to === from) return false;
    end = to;
    return true;
  });
}

function startsOf(nodes: readonly Text[]): number[] {
  let at = 0;
  return nodes.map((node) => {
    const start = at;
    at += node.data.length;
    return start;
  });
}

function rangeOf(nodes: readonly Text[], starts: readonly number[], from: number, to: number): Range {
  const range = new Range();
  const first = nodeAt(starts, from);
  const last = nodeAt(starts, to - 1);
  range.setStart(nodes[first] as Text, from - (starts[first] as number));
  range.setEnd(nodes[last] as Text, to - (starts[last] as number));
  return range;
}

function nodeAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The length of the common prefix in characters, ignoring white space. */
function likeness(one: string, other: string): number {
  const [a, b] = [one.replace(/\s+/g, ''), other.replace(/\s+/g, '')];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return same;
}

function letters(text: string): number {
  return text.replace(/\s+/g, '').length;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
