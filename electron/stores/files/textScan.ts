// Scans the bytes of a file of any size in pieces, without parsing them.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type Disk, isNotFoundError, readFlags } from './disk.ts';
import { sourceOf } from './logSources.ts';

const pieceBytes = 256 * 1024;

/**
 * Passes the file as Latin-1 text in pieces; each repeats the last `overlap` bytes of the one before, so no match up to
 * that length is cut. Return true from `onPiece` to stop. A missing or irregular file has no pieces.
 */
export async function scanText(
  disk: Disk,
  path: string,
  overlap: number,
  onPiece: (text: string, offset: number) => boolean | undefined,
): Promise<void> {
  let handle: Awaited<ReturnType<Disk['open']>>;
  try {
    handle = await disk.open(path, readFlags);
  } catch (thrown) {
    if (isNotFoundError(thrown)) return;
    throw thrown;
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return;
    const source = sourceOf(handle, stats.size);
    const slice = createTimeSlice();
    for (let at = 0; at < stats.size; at += pieceBytes) {
      const from = Math.max(0, at - overlap);
      const bytes = await source.read(from, at + pieceBytes - from);
      if (onPiece(bytes.toString('latin1'), from)) return;
      const pause = slice();
      if (pause) await pause;
    }
  } finally {
    await handle.close();
  }
}

/** Whether `text` (ASCII) occurs anywhere in the file. */
export async function fileContains(disk: Disk, path: string, text: string): Promise<boolean> {
  let isFound = false;
  await scanText(disk, path, text.length, (piece) => {
    isFound = piece.includes(text);
    return isFound;
  });
  return isFound;
}
