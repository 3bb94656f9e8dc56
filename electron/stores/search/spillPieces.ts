// A large result in pieces that overlap, so that text across a border is whole in one of them: where they begin and end, and
// their text. Offsets are bytes; a piece begins and ends between characters.

import { characterStart } from '../../lib/text.ts';
import { openFile } from './openedFile.ts';

export interface SpillPiece {
  start: number;
  length: number;
  text: string;
}

const strideBytes = 32 * 1024;
/** More than the longest term that the index is asked about has. */
const overlapBytes = 4 * 1024;

/** In order; none when the file cannot be read. Reads a piece at a time. */
export function* spillPieces(path: string): Generator<SpillPiece> {
  const file = openFile(path);
  if (!file) return;
  const { size } = file.identity;
  try {
    for (let start = 0; start < size; ) {
      const bytes = file.read(start, strideBytes + overlapBytes + 4);
      if (bytes.length === 0) return;
      const end = characterStart(bytes, strideBytes + overlapBytes);
      const length = Math.max(1, end);
      yield { start, length, text: bytes.toString('utf8', 0, length) };
      if (start + length >= size) return;
      start += Math.max(1, characterStart(bytes, strideBytes));
    }
  } finally {
    file.close();
  }
}
