// Finds JSON values of a messages.json by line and offset, in our layout: `[`, one value per line separated by leading
// commas, `]`. From the first deviation on, `scanLeniently` takes over. Knows nothing about messages; reads in pieces and
// yields to the event loop.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import {
  createFileWindow,
  type FileWindow,
  type LogSource,
  longLineBytes,
  maxRecordBytes,
} from '../files/fileWindow.ts';
import { scanLeniently } from './lenientScan.ts';
import { findObjectEnd } from './objectEnd.ts';
import {
  createDamageList,
  type DamageList,
  type Damages,
  encodingDamage,
  type OnValue,
  parseBytes,
} from './scannedValue.ts';

export interface LogShape {
  /**
   * Where to write the next record: the start of the `]` line, or of a line that a crash left incomplete. Null if the
   * file must be rewritten first.
   */
  appendAt: number | null;
  /** True if a line feed is missing before `appendAt`. */
  newlineMissing: boolean;
  /** JSON values in the file, valid messages or not; tells whether the next needs a comma. */
  values: number;
  /** Start of an incomplete record at the end; null if there is none. */
  tornAt: number | null;
  damage: Damages;
}

const lineFeed = 0x0a;
const comma = 0x2c;

type State = 'start' | 'first' | 'next' | 'closed' | 'broken';

interface Progress {
  state: State;
  values: number;
  line: number;
  at: number;
  /** True once the `[` line was read. */
  opened: boolean;
  /** Offset of the `]` line; -1 before it. */
  closedAt: number;
  damage: DamageList;
}

export async function scanLog(source: LogSource, onValue: OnValue): Promise<LogShape> {
  const progress: Progress = {
    state: 'start',
    values: 0,
    line: 0,
    at: 0,
    opened: false,
    closedAt: -1,
    damage: createDamageList(),
  };
  const newlineMissing = await takeLines(createFileWindow(source), progress, onValue);
  const { state, values, damage } = progress;
  if (state === 'closed') {
    return { appendAt: progress.closedAt, newlineMissing: false, values, tornAt: null, damage };
  }
  if (state === 'first' || state === 'next') {
    return { appendAt: progress.at, newlineMissing, values, tornAt: null, damage };
  }
  return scanRest(source, progress, onValue);
}

/** True if a valid line follows the last line feed. */
async function takeLines(window: FileWindow, progress: Progress, onValue: OnValue): Promise<boolean> {
  const slice = createTimeSlice();
  const { size } = window.source;
  for (let min = 1; ; ) {
    const bytes = await window.hold(progress.at, min);
    if (bytes.length === 0) return false;
    let begin = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, begin)) {
      const wait = takeLine(bytes.subarray(begin, end), progress, onValue);
      if (progress.state === 'broken') return false;
      progress.at += end + 1 - begin;
      begin = end + 1;
      if (wait) await wait;
      const pause = slice();
      if (pause) await pause;
    }
    if (begin > 0) {
      min = 1;
      continue;
    }
    // A short read: another app truncated the file after it was measured.
    const isLast = bytes.length < min || progress.at + bytes.length >= size;
    if (isLast || bytes.length >= longLineBytes) {
      const length = isLast ? bytes.length : await takeLong(window, progress);
      const line = length === 0 ? null : isLast ? bytes : await window.source.read(progress.at, length);
      const wait = line ? takeLine(line, progress, onValue) : breaks(progress);
      if (progress.state === 'broken') return false;
      if (wait) await wait;
      progress.at += length;
      if (isLast || progress.at >= size) return true;
      progress.at++;
    } else min = longLineBytes;
  }
}

/** Ends the strict scan at this line. */
function breaks(progress: Progress): undefined {
  progress.line++;
  progress.state = 'broken';
}

/** Length of a long line that is one complete object, without its line feed; 0 if it is not. */
async function takeLong(window: FileWindow, { at, state }: Progress): Promise<number> {
  const start = at + (state === 'next' ? 1 : 0);
  if (state !== 'first' && state !== 'next') return 0;
  if ((await window.hold(start))[0] !== 0x7b) return 0;
  const { end } = await findObjectEnd(window, start, Math.min(window.source.size, start + maxRecordBytes));
  if (end < 0) return 0;
  const [after] = await window.hold(end);
  return after === lineFeed || end >= window.source.size ? end - at : 0;
}

/** Scans leniently from the first line that is not in our layout. */
async function scanRest(source: LogSource, progress: Progress, onValue: OnValue): Promise<LogShape> {
  const wasClosed = progress.closedAt >= 0;
  const breakAt = wasClosed ? progress.closedAt : progress.at;
  let { values } = progress;
  const firstLine = wasClosed ? progress.line - 1 : Math.max(1, progress.line);
  const lenient = await scanLeniently(source, breakAt, firstLine, (value) => {
    values++;
    return onValue(value);
  });
  // Only non-values follow the break: the record being written when the app ended.
  if (progress.opened && values === progress.values && !lenient.closed && !lenient.tooLong) {
    return { appendAt: breakAt, newlineMissing: false, values, tornAt: breakAt, damage: progress.damage };
  }
  progress.damage.noteAll(lenient.damage);
  return { appendAt: null, newlineMissing: false, values, tornAt: null, damage: progress.damage };
}

function takeLine(bytes: Buffer, progress: Progress, onValue: OnValue): ReturnType<OnValue> {
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
  progress.damage.note(encodingDamage(bytes, line, at));
  progress.values++;
  progress.state = 'next';
  return onValue({ value, start: at + skip, end: at + bytes.length, line });
}
