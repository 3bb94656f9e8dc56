// Which segment of an encrypted file holds which bytes of its content. A log is walked from its end, no further than
// what is read, so opening a long conversation costs the same as opening a short one. Written as generators that request
// raw bytes, because the search threads read synchronously and everything else must not.

import {
  decryptSegment,
  headerBytes,
  maxSegmentBytes,
  readSegmentHead,
  type Segment,
  segmentEnd,
  segmentHeadBytes,
  segmentTailBytes,
} from './segments.ts';

/** Requests raw bytes of the file: fewer are returned only at its end. */
export type RawReader<T> = Generator<{ position: number; length: number }, T, Buffer>;

/** The content from `from` to `to` is in `segment`, unless it is damaged. */
interface Piece {
  from: number;
  to: number;
  segment: Segment;
}

export interface SegmentMap {
  /** Where the next segment goes. Bytes after it were never confirmed as written. */
  readonly end: number;
  /** The number of the next segment. */
  readonly next: number;
  /** Bytes of content. */
  readonly size: number;
  /** Takes in segments that were written since, by this or another process. */
  refresh(rawSize: number): RawReader<void>;
  /** Takes in a segment that this process has written at `end`. */
  wrote(segment: Segment): void;
  /** The content from `from` on: damaged segments and holes are zeros. Fewer bytes at the end. */
  read(from: number, length: number): RawReader<Buffer>;
}

const wholeSegmentBytes = segmentHeadBytes + maxSegmentBytes + segmentTailBytes;
const chunkBytes = 2 * wholeSegmentBytes;
/** Segments that are neighbors on the disk are read in one go, up to this many bytes. */
const runBytes = 1024 * 1024;

export function createSegmentMap(fileKey: Buffer): SegmentMap {
  let end = headerBytes;
  let next = 0;
  let size = 0;
  /** Ascending, without overlaps. What lies before the first one has not been walked yet, unless `walkedTo` is the header. */
  let pieces: Piece[] = [];
  /** Raw position down to which segments are in `pieces`. */
  let walkedTo = headerBytes;
  /** The number of the segment before `walkedTo`. */
  let previous = -1;
  /** A write since left a gap between `pieces` and what has not been walked: walking on would not fill it. */
  let hasGap = false;
  let cached: { start: number; content: Buffer | null } | null = null;

  const lowest = (): number => pieces[0]?.from ?? size;

  function take(segment: Segment): void {
    if (walkedTo > headerBytes && segment.length > 0) {
      const isAfterHole = pieces.length === 0 && segment.at > size;
      if (isAfterHole || segment.at + segment.length < lowest()) hasGap = true;
    }
    if (segment.length === 0) truncate(segment.size);
    else overlay({ from: segment.at, to: segment.at + segment.length, segment });
    end = segmentEnd(segment);
    next = segment.number + 1;
    size = segment.size;
  }

  function truncate(to: number): void {
    pieces = pieces.filter(({ from }) => from < to);
    const last = pieces.at(-1);
    if (last && last.to > to) pieces[pieces.length - 1] = { ...last, to };
  }

  function overlay(piece: Piece): void {
    let index = pieces.length;
    while (index > 0 && (pieces[index - 1] as Piece).to > piece.from) index--;
    const after = pieces.splice(index);
    const [first] = after;
    if (first && first.from < piece.from) pieces.push({ ...first, to: piece.from });
    pieces.push(piece);
    for (const each of after) if (each.to > piece.to) pieces.push({ ...each, from: Math.max(each.from, piece.to) });
  }

  /** Finds the last segment from the end of the file; null if the file does not end with one. */
  function* lastSegment(rawSize: number): RawReader<Segment | null> {
    const from = Math.max(headerBytes, rawSize - wholeSegmentBytes);
    const chunk = yield { position: from, length: rawSize - from };
    const segment = segmentBefore(chunk, from, rawSize);
    if (!segment || segment === 'outside') return null;
    return decryptSegment(fileKey, chunk.subarray(segment.start - from)) === null ? null : segment;
  }

  function* refresh(rawSize: number): RawReader<void> {
    if (rawSize < end) reset();
    if (rawSize === end || rawSize <= headerBytes) return;
    if (end === headerBytes) {
      const last = yield* lastSegment(rawSize);
      if (!last) return yield* scanFrom(headerBytes, rawSize);
      end = rawSize;
      walkedTo = rawSize;
      previous = last.number;
      next = last.number + 1;
      size = last.size;
      return;
    }
    yield* scanFrom(end, rawSize);
  }

  function reset(): void {
    end = headerBytes;
    next = 0;
    size = 0;
    pieces = [];
    walkedTo = headerBytes;
    previous = -1;
    hasGap = false;
    cached = null;
  }

  /** Reads segments forward and authenticates each. After a damaged one it looks for the next intact one. */
  function* scanFrom(start: number, rawSize: number): RawReader<void> {
    let position = start;
    let bytes: Buffer = Buffer.alloc(0);
    let at = start;
    while (position + segmentHeadBytes + segmentTailBytes <= rawSize) {
      if (position + wholeSegmentBytes > at + bytes.length && at + bytes.length < rawSize) {
        bytes = yield { position, length: Math.min(chunkBytes, rawSize - position) };
        at = position;
      }
      const segment = wholeSegmentAt(bytes, position, at);
      const isNext = segment !== null && (segment.number === next || position !== end);
      if (isNext && segment.number >= next && isAuthentic(bytes, segment, at)) {
        take(segment);
        position = end;
      } else position++;
    }
  }

  function isAuthentic(bytes: Buffer, segment: Segment, at: number): boolean {
    return decryptSegment(fileKey, bytes.subarray(segment.start - at, segmentEnd(segment) - at)) !== null;
  }

  /** Walks back until the content from `from` on is covered. */
  function* walkBack(from: number): RawReader<void> {
    if (hasGap) return yield* scanWhole();
    const earlier: Piece[] = [];
    let low = lowest();
    let chunk: Buffer = Buffer.alloc(0);
    let at = walkedTo;
    while (walkedTo > headerBytes && low > from) {
      if (segmentBefore(chunk, at, walkedTo) === 'outside') {
        at = Math.max(headerBytes, walkedTo - wholeSegmentBytes);
        chunk = yield { position: at, length: walkedTo - at };
      }
      const segment = segmentBefore(chunk, at, walkedTo);
      if (!segment || segment === 'outside' || segment.number !== previous || segment.length === 0)
        return yield* scanWhole();
      if (segment.at >= low || segment.at + segment.length < low) return yield* scanWhole();
      earlier.push({ from: segment.at, to: low, segment });
      low = segment.at;
      walkedTo = segment.start;
      previous = segment.number - 1;
    }
    pieces = earlier.reverse().concat(pieces);
  }

  /** For a file that was written in another order than from its beginning to its end, or is damaged. */
  function* scanWhole(): RawReader<void> {
    const rawSize = end;
    reset();
    yield* scanFrom(headerBytes, rawSize);
    walkedTo = headerBytes;
  }

  function* read(from: number, length: number): RawReader<Buffer> {
    yield* walkBack(from);
    const to = Math.min(from + length, size);
    const content = Buffer.alloc(Math.max(0, to - from));
    let index = firstPiece(from);
    while (index < pieces.length && (pieces[index] as Piece).from < to) {
      const run = runFrom(index, to);
      const start = (run[0] as Piece).segment.start;
      const stop = segmentEnd((run.at(-1) as Piece).segment);
      const isCached = run.length === 1 && cached?.start === start;
      const raw = isCached ? Buffer.alloc(0) : yield { position: start, length: stop - start };
      for (const { segment, ...piece } of run) {
        if (cached?.start !== segment.start) {
          const whole = raw.subarray(segment.start - start, segmentEnd(segment) - start);
          cached = { start: segment.start, content: decryptSegment(fileKey, whole) };
        }
        const first = Math.max(piece.from, from);
        cached.content?.copy(content, first - from, first - segment.at, Math.min(piece.to, to) - segment.at);
      }
      index += run.length;
    }
    return content;
  }

  function firstPiece(from: number): number {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pieces[middle] as Piece).to > from) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The pieces from `index` on, before `to`, whose segments follow each other on the disk. */
  function runFrom(index: number, to: number): Piece[] {
    const run = [pieces[index] as Piece];
    const start = (run[0] as Piece).segment.start;
    for (let each = pieces[index + 1]; each && each.from < to; each = pieces[index + run.length]) {
      const stop = segmentEnd(each.segment);
      if (each.segment.start !== segmentEnd((run.at(-1) as Piece).segment) || stop - start > runBytes) break;
      run.push(each);
    }
    return run;
  }

  return {
    get end() {
      return end;
    },
    get next() {
      return next;
    },
    get size() {
      return size;
    },
    refresh,
    wrote: take,
    read,
  };
}

/** The segment that ends at `stop`. `chunk` begins at `from`. `outside`: not in the chunk. Null: there is none. */
function segmentBefore(chunk: Buffer, from: number, stop: number): Segment | 'outside' | null {
  const tail = stop - 4 - from;
  if (tail < 0 || stop > from + chunk.length) return 'outside';
  const length = chunk.readUInt32BE(tail);
  const start = stop - segmentTailBytes - length - segmentHeadBytes;
  if (length > maxSegmentBytes || start < headerBytes) return null;
  if (start < from) return 'outside';
  const segment = readSegmentHead(chunk.subarray(start - from), start);
  return segment?.length === length ? segment : null;
}

/** The segment at `position` if all of it is in `bytes`, which begin at `at`. */
function wholeSegmentAt(bytes: Buffer, position: number, at: number): Segment | null {
  const segment = readSegmentHead(bytes.subarray(position - at), position);
  if (!segment || segmentEnd(segment) > at + bytes.length) return null;
  return bytes.readUInt32BE(segmentEnd(segment) - 4 - at) === segment.length ? segment : null;
}
