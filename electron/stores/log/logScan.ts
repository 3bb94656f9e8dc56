// Finds the JSON values of a messages.json by line and offset, in our layout: `[`, then one value a line, each but the first
// with a comma before it, then `]`. From the first place that is different on, the rest is read by `looseScan`, which takes
// any layout. Knows nothing of messages; reads the file in pieces and gives the event loop its turns.

import { createTimeSlice } from '../../lib/timeSlice.ts';
import { looseScan } from './looseScan.ts';
import { type Damage, encodingDamage, type OnValue, parseBytes } from './scannedValue.ts';

export interface LogSource {
  /** Bytes. */
  size: number;
  read(position: number, length: number): Promise<Buffer>;
}

export interface LogShape {
  /**
   * Where the next record is written, in our layout: the start of the `]` line, or of what a crash left incomplete. Null:
   * the file has another layout, or damage before its end, and must be rewritten first.
   */
  appendAt: number | null;
  /** True when a line feed is missing before `appendAt`. */
  newlineMissing: boolean;
  /** JSON values in the file, sound messages or not: whether the next one needs a comma. */
  values: number;
  /** Bytes from here to the end are an incomplete record; null when there is none. */
  tornAt: number | null;
  damage: Damage[];
}

const firstChunkBytes = 256 * 1024;
const lineFeed = 0x0a;
const comma = 0x2c;

type State = 'start' | 'first' | 'next' | 'closed' | 'broken';

/** How far the strict reading has come. */
interface Progress {
  state: State;
  values: number;
  /** Number of the last line taken. */
  line: number;
  /** Offset of the next line. */
  at: number;
  /** True once the line `[` was seen. */
  opened: boolean;
  /** Offset of the `]` line, -1 before it was seen. */
  closedAt: number;
  /** Bytes after the last line feed. */
  rest: Buffer;
  damage: Damage[];
}

export async function scanLog(source: LogSource, onValue: OnValue): Promise<LogShape> {
  const progress: Progress = {
    state: 'start',
    values: 0,
    line: 0,
    at: 0,
    opened: false,
    closedAt: -1,
    rest: Buffer.alloc(0),
    damage: [],
  };
  await takeLines(source, progress, onValue);
  const newlineMissing = takeLastLine(progress, onValue);
  const { state, values, damage } = progress;
  if (state === 'closed') {
    return { appendAt: progress.closedAt, newlineMissing: false, values, tornAt: null, damage };
  }
  if (state === 'first' || state === 'next') {
    return { appendAt: progress.at, newlineMissing, values, tornAt: null, damage };
  }
  return scanRest(source, progress, onValue);
}

async function takeLines(source: LogSource, progress: Progress, onValue: OnValue): Promise<void> {
  const slice = createTimeSlice();
  let chunkBytes = firstChunkBytes;
  for (;;) {
    const position = progress.at + progress.rest.length;
    if (position >= source.size) return;
    const chunk = await source.read(position, Math.min(chunkBytes, source.size - position));
    if (chunk.length === 0) return;
    const bytes = progress.rest.length === 0 ? chunk : Buffer.concat([progress.rest, chunk]);
    let begin = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, begin)) {
      takeLine(bytes.subarray(begin, end), progress, onValue);
      if (!isSound(progress.state)) return;
      progress.at += end + 1 - begin;
      begin = end + 1;
      const pause = slice();
      if (pause) await pause;
    }
    // A line longer than a piece: larger pieces, so that it is not put together from very many.
    chunkBytes = begin === 0 ? chunkBytes * 2 : firstChunkBytes;
    progress.rest = bytes.subarray(begin);
  }
}

/** The bytes after the last line feed. True when a sound line stands there. */
function takeLastLine(progress: Progress, onValue: OnValue): boolean {
  if (!isSound(progress.state) || progress.rest.length === 0) return false;
  takeLine(progress.rest, progress, onValue);
  if (!isSound(progress.state)) return false;
  progress.at += progress.rest.length;
  return true;
}

function isSound(state: State): boolean {
  return state !== 'broken';
}

/** From the first line that is not in our layout to the end. */
async function scanRest(source: LogSource, progress: Progress, onValue: OnValue): Promise<LogShape> {
  const wasClosed = progress.closedAt >= 0;
  const breakAt = wasClosed ? progress.closedAt : progress.at;
  const bytes = await source.read(breakAt, source.size - breakAt);
  let values = progress.values;
  const found = await looseScan(bytes, breakAt, wasClosed ? progress.line - 1 : Math.max(1, progress.line), (value) => {
    values++;
    onValue(value);
  });
  // Nothing after the break but bytes that are no value: the record that was being written when the program ended.
  if (progress.opened && !wasClosed && values === progress.values && !found.closed) {
    return { appendAt: breakAt, newlineMissing: false, values, tornAt: breakAt, damage: progress.damage };
  }
  const damage = [...progress.damage, ...found.damage];
  return { appendAt: null, newlineMissing: false, values, tornAt: null, damage };
}

function takeLine(bytes: Buffer, progress: Progress, onValue: OnValue): void {
  progress.line++;
  const first = bytes[0];
  if (progress.state === 'start') {
    progress.opened = bytes.length === 1 && first === 0x5b;
    progress.state = progress.opened ? 'first' : 'broken';
    return;
  }
  if (progress.state !== 'closed' && bytes.length === 1 && first === 0x5d) {
    progress.state = 'closed';
    progress.closedAt = progress.at;
    return;
  }
  const skip = progress.state === 'next' ? 1 : 0;
  const inPlace = progress.state === 'next' ? first === comma : progress.state === 'first' && first !== comma;
  const value = inPlace ? parseBytes(bytes.subarray(skip)) : undefined;
  if (value === undefined) {
    progress.state = 'broken';
    return;
  }
  const { line, at } = progress;
  progress.damage.push(...encodingDamage(bytes, line));
  progress.values++;
  progress.state = 'next';
  onValue({ value, start: at + skip, end: at + bytes.length, line });
}
