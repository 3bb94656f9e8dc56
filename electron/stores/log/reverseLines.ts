// The lines of a file from its end to its beginning, read in pieces, so that the last ones cost the same however long the
// file is. A line that is long is told, not held: what stands there may be gigabytes of nothing.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type LogSource, longLineBytes } from '../files/fileWindow.ts';

export interface ReverseLine {
  /** Offsets of its first byte, and after its last one: the line feed is not in it. */
  start: number;
  end: number;
  /** Null: it is longer than `longLineBytes`. */
  bytes: Buffer | null;
  /** It is a long one with nothing but zero bytes in it. */
  isZero: boolean;
}

/** Long lines that were gone over: found once, by their ends. A file that is being read has one for all its readings. */
export type LongLines = Map<number, LongLine>;

interface LongLine {
  start: number;
  /** Nothing but zero bytes is in it. */
  isZero: boolean;
}

export interface ReverseLines {
  /** Null before the first line. Empty lines that follow each other are one. */
  previous(): Promise<ReverseLine | null>;
  /** Where the next one ends; negative: there is none. */
  readonly at: number;
}

const lineFeed = 0x0a;
const firstPieceBytes = 64 * 1024;

/** Whoever gives it is done with each line when the next one is asked for: all of them are read into the same memory. */
export interface Passing {
  memory: Buffer;
  /** How many bytes are wanted at least: they are read at once. */
  atOnce?: number;
}

/** Begins with what stands between the last line feed before `end` and `end`, which may be empty. */
export function reverseLines(
  source: LogSource,
  end: number,
  passing?: Passing,
  long: LongLines = new Map(),
): ReverseLines {
  /** Bytes [bufferAt, bufferAt + buffer.length) of the file; those from `stop` on have been given out. */
  let buffer: Buffer = Buffer.alloc(0);
  let bufferAt = end;
  let stop = end;
  let done = false;
  let pieceBytes = Math.min(passing?.atOnce ?? firstPieceBytes, longLineBytes);

  async function read(from: number, length: number, into?: Buffer): Promise<Buffer> {
    const piece = await source.read(from, length, into);
    // A file that was cut off meanwhile: what is gone cannot be read; what there is belongs to the same offsets.
    if (piece.length < length) throw new Error('the file was shortened while it was read');
    return piece;
  }

  /** May be where the bytes that wait stand: `copy` minds that. */
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
    // Not every source takes the memory that it is given.
    if (piece.buffer !== room.buffer || piece.byteOffset !== room.byteOffset) piece.copy(room);
    buffer = room;
    bufferAt = from;
    pieceBytes = Math.min(longLineBytes, pieceBytes * 2);
  }

  /** The long line that ends at `stop`, of which all that is held has no line feed. */
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
      const found = piece.lastIndexOf(lineFeed);
      isZero &&= isZeroIn(piece.subarray(found + 1));
      if (found >= 0) return { start: begin + found + 1, isZero };
      until = begin;
      const pause = slice();
      if (pause) await pause;
    }
    return { start: 0, isZero };
  }

  function gone(start: number): void {
    done = start === 0;
    stop = start - 1;
    // Of a long line nothing is held; what stands before it is read anew.
    if (stop < bufferAt) [buffer, bufferAt] = [Buffer.alloc(0), Math.max(0, stop)];
  }

  return {
    get at() {
      return done ? -1 : stop;
    },
    async previous() {
      if (done) return null;
      const line = stop;
      const known = long.get(line);
      if (known) {
        gone(known.start);
        return { ...known, end: line, bytes: null };
      }
      // Bytes before this one have not been searched yet.
      let searchEnd = stop - bufferAt;
      for (;;) {
        const found = searchEnd > 0 ? buffer.lastIndexOf(lineFeed, searchEnd - 1) : -1;
        if (found >= 0) {
          const start = bufferAt + found + 1;
          const bytes = buffer.subarray(found + 1, stop - bufferAt);
          gone(start);
          if (bytes.length === 0) while (stop > bufferAt && buffer[stop - bufferAt - 1] === lineFeed) stop--;
          return { start, end: line, bytes, isZero: false };
        }
        if (bufferAt === 0) {
          const bytes = buffer.subarray(0, stop);
          gone(0);
          return { start: 0, end: line, bytes, isZero: false };
        }
        if (stop - bufferAt >= longLineBytes) {
          const found = await longLine();
          long.set(line, found);
          gone(found.start);
          return { ...found, end: line, bytes: null };
        }
        const before = bufferAt;
        await readEarlier();
        searchEnd = before - bufferAt;
      }
    },
  };
}
