// A text with places in it marked: what was found, or the letters that were typed.

import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { plainSnippet, type Ranges } from './plainSnippet.ts';

export interface SnippetProps {
  text: string;
  /** Begin and end in UTF-16 units, in order and apart from each other. */
  ranges: Ranges;
}

/** An excerpt of what was found: what was said, without the marks of its Markdown; what a tool was given and gave, as it is. */
export function HitSnippet({
  hit: { snippet, ranges, part },
}: {
  hit: Pick<SearchHit, 'snippet' | 'ranges' | 'part'>;
}) {
  const isCode = part === 'arguments' || part === 'result' || part === 'title';
  return <Snippet {...(isCode ? { text: snippet, ranges } : plainSnippet(snippet, ranges))} />;
}

export function Snippet({ text, ranges }: SnippetProps) {
  const pieces: { text: string; marked: boolean; at: number }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false, at });
    pieces.push({ text: text.slice(from, to), marked: true, at: from });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false, at });
  return pieces.map((piece) =>
    piece.marked ? (
      <mark key={piece.at} className="rounded-[2px] bg-found text-ink">
        {visibleText(piece.text)}
      </mark>
    ) : (
      <span key={piece.at}>{visibleText(piece.text)}</span>
    ),
  );
}

/** Neighbouring places as ranges. */
export function rangesOf(places: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === place) last[1] = place + 1;
    else ranges.push([place, place + 1]);
  }
  return ranges;
}
