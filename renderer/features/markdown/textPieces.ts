// How text of any size and kind is drawn as it was written. Cuts a long text into pieces at its line ends; a line that is longer
// than a piece is cut where it is. The pieces put together are the text, and more text changes none but the last.

import { pieceEnd } from './blockReader.ts';
import { limits } from './limits.ts';

const marks = new RegExp(`(\\p{M}{${limits.marksOfLetter}})(?=\\p{M})`, 'gu');

/**
 * Parts marks on one letter that are more than any writing has. Laid out together they take minutes: the time grows with their
 * square. A non-joiner ends that in Chromium 156 (12,000 marks in 4 to 20 ms instead of 200 to 600), a zero-width space does
 * not; a line may break at the space.
 */
export function marksApart(text: string): string {
  return text.length <= limits.marksOfLetter || text.search(marks) < 0 ? text : text.replace(marks, '$1\u200c\u200b');
}

export function textPieces(text: string, size: number = limits.piece): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > size) {
    const end = pieceEnd(text, at, size);
    pieces.push(text.slice(at, end));
    at = end;
  }
  if (at < text.length || pieces.length === 0) pieces.push(text.slice(at));
  return pieces;
}
