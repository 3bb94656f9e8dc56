// Reads the lines of a file backwards in pieces, so the last ones cost the same however long the file is. A long line
// is reported but not held, since it may be gigabytes of junk.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type LogSource, longLineBytes } from '../files/fileWindow.ts';

export interface ReverseLine {
  /** Offset of its first byte. `end` is exclusive, without the line feed. */
  start: number;
  end: number;
  /** Null if longer than `longLineBytes`. */
  bytes: Buffer | null;
  /** A long line of only zero bytes. */
  isZero: boolean;
}

/** Long lines already scanned, by their end. Shared by all reads of a file. */
export type LongLines = Map<number, LongLine>;

interface LongLine {
  start: number;
  /** It has only zero bytes. */
  isZero: boolean;
}

export interface ReverseLines {
  /** Null before the first line. Consecutive empty lines count as one. */
  previous(): Promise<ReverseLine | null>;
  /** End of the next line; negative for none. */
  readonly at: number;
}

const lineFeed = 0x0a;
const firstPieceBytes = 64 * 1024;

/** The caller is done with each line before requesting the next; all share one buffer. */
export interface Passing {
  memory: Buffer;
  atOnce?: number;
}

/** Starts with the part between the last line feed before `end` and `end`, which may be empty. */
export function createReverseLineReader(
  source: LogSource,
  end: number,
  passing?: Passing,
  long: LongLines = new Map(),
): ReverseLines {
  /** Bytes [bufferAt, bufferAt + buffer.length) of the file; those from `stop` on have been returned. */
  let buffer: Buffer = Buffer.alloc(0);
  let bufferAt = end;
  let stop = end;
  let done = false;
  let pieceBytes = Math.min(passing?.atOnce ?? firstPieceBytes, longLineBytes);

  async function read(from: number, length: number, into?: Buffer): Promise<Buffer> {
    const piece = await source.read(from, length, into);
    // The file was truncated meanwhile: the missing part cannot be read, and offsets still hold for the rest.
    if (piece.length < length) throw new Error('the file was shortened while it was read');
    return piece;
  }

  /** May overlap the pending bytes; `copy` handles that. */
  function roomFor(length: number): Buffer {
    if (!passing) return Buffer.allocUnsafe(length);
    if (passing.memory.length < length) passing.memory = Buffer.allocUnsafe(Math.min(2 * longLineBytes, 2 * length));
    return passing.memory.subarray(0, length);
  }

  async function readEarlier(): Promise<void> {
    const from = Math.max(0, bufferAt - pieceBytes);
    const length = bufferAt - from;
    const waiting = buffer.subarray(0, stop - bufferAt);
    const room = roomFor(length + waiting.length);
    waiting.copy(room, length);
    const piece = await read(from, length, room.subarray(0, length));
    // Not every source uses the buffer it is given.
    if (piece.buffer !== room.buffer || piece.byteOffset !== room.byteOffset) piece.copy(room);
    buffer = room;
    bufferAt = from;
    pieceBytes = Math.min(longLineBytes, pieceBytes * 2);
  }

  /** Scans the long line that ends at `stop`; nothing in the buffer has a line feed. */
  async function longLine(): Promise<LongLine> {
    const scratch = Buffer.allocUnsafe(longLineBytes);
    const zero = Buffer.alloc(longLineBytes);
    const isZeroIn = (bytes: Buffer): boolean => {
      for (let at = 0; at < bytes.length; at += zero.length) {
        const part = bytes.subarray(at, at + zero.length);
        if (!part.equals(zero.subarray(0, part.length))) return false;
      }
      return true;
    };
    let isZero = isZeroIn(buffer.subarray(0, stop - bufferAt));
    const slice = createTimeSlice();
    for (let until = bufferAt; until > 0; ) {
      const begin = Math.max(0, until - longLineBytes);
      const piece = await read(begin, until - begin, scratch);
      const newlineAt = piece.lastIndexOf(lineFeed);
      isZero &&= isZeroIn(piece.subarray(newlineAt + 1));
      if (newlineAt >= 0) return { start: begin + newlineAt + 1, isZero };
      until = begin;
      const pause = slice();
      if (pause) await pause;
    }
    return { start: 0, isZero };
  }

  function moveBefore(start: number): void {
    done = start === 0;
    stop = start - 1;
    // A long line is not held, so read what comes before it again.
    if (stop < bufferAt) [buffer, bufferAt] = [Buffer.alloc(0), Math.max(0, stop)];
  }

  return {
    get at() {
      return done ? -1 : stop;
    },
    async previous() {
      if (done) return null;
      const line = stop;
      const knownLine = long.get(line);
      if (knownLine) {
        moveBefore(knownLine.start);
        return { ...knownLine, end: line, bytes: null };
      }
      // Bytes before this one are unsearched.
      let searchEnd = stop - bufferAt;
      for (;;) {
        const newlineAt = searchEnd > 0 ? buffer.lastIndexOf(lineFeed, searchEnd - 1) : -1;
        if (newlineAt >= 0) {
          const start = bufferAt + newlineAt + 1;
          const bytes = buffer.subarray(newlineAt + 1, stop - bufferAt);
          moveBefore(start);
          if (bytes.length === 0) while (stop > bufferAt && buffer[stop - bufferAt - 1] === lineFeed) stop--;
          return { start, end: line, bytes, isZero: false };
        }
        if (bufferAt === 0) {
          const bytes = buffer.subarray(0, stop);
          moveBefore(0);
          return { start: 0, end: line, bytes, isZero: false };
        }
        if (stop - bufferAt >= longLineBytes) {
          const longLineSpan = await longLine();
          long.set(line, longLineSpan);
          moveBefore(longLineSpan.start);
          return { ...longLineSpan, end: line, bytes: null };
        }
        const before = bufferAt;
        await readEarlier();
        searchEnd = before - bufferAt;
      }
    },
  };
}
