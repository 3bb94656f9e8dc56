// Shortens a line between words, for titles and labels.

import { isAscii } from './folding.ts';

/** `max`: in graphemes, so that a family emoji counts as one. */
export function shorten(line: string, max: number): string {
  // Segmenters are slow to create, and in ASCII each character is one grapheme.
  const letters = isAscii(line)
    ? [...line]
    : [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)].map((part) => part.segment);
  // A grapheme may carry any number of marks, so its units are bounded too.
  const bounded = letters.filter((letter) => letter.length <= 40);
  if (bounded.length <= max) return bounded.join('');
  const cut = bounded.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  // A long word may be a secret, and masking cannot recognize half of one.
  const endsWhole = space > cut.length * 0.6 || (space > 0 && /[\w+/=.-]{20}$/.test(cut));
  return `${(endsWhole ? cut.slice(0, space) : cut).trimEnd()}…`;
}
