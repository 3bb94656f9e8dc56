// The lines of a file from its end to its beginning, read in pieces, so that the last ones cost the same however long the
// file is.

import type { LogSource } from './logScan.ts';

export interface BackwardLine {
  /** Offset of its first byte. */
  start: number;
  /** Without the line feed. */
  bytes: Buffer;
}

export interface BackwardLines {
  /** Null before the first line. */
  previous(): Promise<BackwardLine | null>;
}

const lineFeed = 0x0a;
const firstPieceBytes = 64 * 1024;
const largestPieceBytes = 4 * 1024 * 1024;

/** Begins with what stands between the last line feed before `end` and `end`, which may be empty. */
export function linesBackward(source: LogSource, end: number): BackwardLines {
  /** Bytes [bufferAt, bufferAt + buffer.length) of the file; those from `stop` on have been given out. */
  let buffer: Buffer = Buffer.alloc(0);
  let bufferAt = end;
  let stop = end;
  let done = false;
  let pieceBytes = firstPieceBytes;

  async function readEarlier(): Promise<void> {
    const from = Math.max(0, bufferAt - pieceBytes);
    const piece = await source.read(from, bufferAt - from);
    // A file that was cut off meanwhile: what is gone cannot be read; what there is belongs to the same offsets.
    if (piece.length < bufferAt - from) throw new Error('the file was shortened while it was read');
    const waiting = buffer.subarray(0, stop - bufferAt);
    buffer = waiting.length === 0 ? piece : Buffer.concat([piece, waiting]);
    bufferAt = from;
    // A line that is longer is put together from few large pieces.
    pieceBytes = Math.max(Math.min(largestPieceBytes, pieceBytes * 2), stop - bufferAt);
  }

  return {
    async previous() {
      if (done) return null;
      // Bytes before this one have not been searched yet.
      let searchEnd = stop - bufferAt;
      for (;;) {
        const found = searchEnd > 0 ? buffer.lastIndexOf(lineFeed, searchEnd - 1) : -1;
        if (found >= 0) {
          const start = bufferAt + found + 1;
          const bytes = buffer.subarray(found + 1, stop - bufferAt);
          stop = start - 1;
          return { start, bytes };
        }
        if (bufferAt === 0) {
          done = true;
          return { start: 0, bytes: buffer.subarray(0, stop) };
        }
        const before = bufferAt;
        await readEarlier();
        searchEnd = before - bufferAt;
      }
    },
  };
}
