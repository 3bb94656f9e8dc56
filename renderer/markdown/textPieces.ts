// Cuts a long text into pieces at its line ends; a line that is longer than a piece is cut where it is. The pieces put
// together are the text, and more text changes none but the last.

import { pieceEnd } from './blockReader.ts';
import { limits } from './limits.ts';

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
