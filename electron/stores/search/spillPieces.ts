// A large result in pieces that overlap, so that text across a border is whole in one of them: where they begin and end, and
// their text. Offsets are bytes; a piece begins and ends between characters.

import { closeSync, fstatSync, openSync } from 'node:fs';
import { characterStart } from '../../lib/text.ts';
import { readFlags } from '../files/disk.ts';
import { readAt } from './readAt.ts';

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
  const file = openResult(path);
  if (!file) return;
  try {
    for (let start = 0; start < file.size; ) {
      const bytes = file.read(start, strideBytes + overlapBytes + 4);
      if (bytes.length === 0) return;
      const end = characterStart(bytes, strideBytes + overlapBytes);
      const length = Math.max(1, end);
      yield { start, length, text: bytes.toString('utf8', 0, length) };
      if (start + length >= file.size) return;
      start += Math.max(1, characterStart(bytes, strideBytes));
    }
  } finally {
    file.close();
  }
}

export interface OpenResult {
  size: number;
  read(start: number, length: number): Buffer;
  close(): void;
}

/** Null when it is not there or not a file. Synchronous: only for a thread that may wait. */
function openResult(path: string): OpenResult | null {
  let file: number | undefined;
  try {
    file = openSync(path, readFlags);
    const stats = fstatSync(file);
    if (!stats.isFile()) {
      closeSync(file);
      return null;
    }
    const opened = file;
    return {
      size: stats.size,
      read: (start, length) => readAt(opened, start, Math.min(length, Math.max(0, stats.size - start))),
      close: () => closeSync(opened),
    };
  } catch {
    if (file !== undefined) closeSync(file);
    return null;
  }
}
