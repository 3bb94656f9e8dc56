// A text with places in it marked: what was found, or the letters that were typed.

import { visibleText } from '../ui/visibleText.ts';

/** `ranges`: begin and end in UTF-16 units, in order and apart from each other. */
export function Snippet({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
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
