// A text with marked ranges: search matches or typed letters.

import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { plainSnippet, type Ranges } from './plainSnippet.ts';

export interface SnippetProps {
  text: string;
  /** Start and end in UTF-16 units, sorted and disjoint. */
  ranges: Ranges;
}

/** An excerpt around a match: messages without Markdown syntax, tool arguments and results verbatim. */
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

/** Merges adjacent positions into ranges. */
export function rangesOf(places: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === place) last[1] = place + 1;
    else ranges.push([place, place + 1]);
  }
  return ranges;
}
