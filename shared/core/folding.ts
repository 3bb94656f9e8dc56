// Case folding for comparison: composed and in lower case, so that neither case nor Unicode form matters. Positions in
// the folded text map back to the original.

/** Returns the folded text. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // A final sigma compares equal to any sigma.
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/** The folded text, with a mapping from each position to the original. */
export interface FoldedText {
  folded: string;
  /** Both positions are UTF-16 units. */
  written(at: number): number;
}

export function foldWithOffsets(text: string): FoldedText {
  const folded = fold(text);
  if (isAscii(text) || (folded.length === text.length && text.normalize('NFC') === text)) {
    return { folded, written: (at) => at };
  }
  return foldByLetters(text, folded);
}

/** Folds letter by letter, because some change length. */
function foldByLetters(text: string, folded: string): FoldedText {
  const ends: number[] = [];
  const begins: number[] = [];
  let length = 0;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    begins.push(index);
    length += fold(segment).length;
    ends.push(length);
  }
  // Where the whole folds differently than its letters, positions are approximate.
  const scale = length === 0 ? 1 : length / Math.max(1, folded.length);
  return {
    folded,
    written(at) {
      if (at >= folded.length) return text.length;
      const estimate = Math.floor(at * scale);
      let low = 0;
      let high = ends.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle] as number) > estimate) high = middle;
        else low = middle + 1;
      }
      return begins[low] ?? text.length;
    },
  };
}

export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all 128 of them are meant.
  return !/[^\x00-\x7f]/.test(text);
}
