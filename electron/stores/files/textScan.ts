// Looks through the bytes of a file of any size, piece by piece, without understanding them.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type Disk, isAbsent, readFlags } from './disk.ts';
import { sourceOf } from './logSources.ts';

const pieceBytes = 256 * 1024;

/**
 * Gives the file as text of one letter a byte, in pieces; each begins with the last `overlap` bytes of the one before, so
 * that nothing up to that length is cut. `onPiece` returns true to stop. What is absent or no file has no pieces.
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
    if (isAbsent(thrown)) return;
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

/** Whether `text` (ASCII) stands anywhere in the file. */
export async function fileHolds(disk: Disk, path: string, text: string): Promise<boolean> {
  let found = false;
  await scanText(disk, path, text.length, (piece) => {
    found = piece.includes(text);
    return found;
  });
  return found;
}
