// Cuts long plain text into pieces at line ends, or within a line longer than a piece. Joined, the pieces equal the
// text, and appended text changes only the last.

import { pieceEnd } from './blockReader.ts';
import { limits } from './limits.ts';

const marks = new RegExp(`(\\p{M}{${limits.marksOfLetter}})(?=\\p{M})`, 'gu');

/**
 * Separates combining marks when a character has more than any script uses; laying them out together takes minutes, in
 * quadratic time. A non-joiner prevents that in Chromium 156 (12,000 marks in 4 to 20 ms instead of 200 to 600), a
 * zero-width space does not; the space allows a line break.
 */
export function separateMarks(text: string): string {
  return text.length <= limits.marksOfLetter || text.search(marks) < 0 ? text : text.replace(marks, '$1\u200c\u200b');
}

export function splitText(text: string, size: number = limits.piece): string[] {
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
