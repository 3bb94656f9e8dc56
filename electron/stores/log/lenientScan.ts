// Finds JSON objects in bytes of any layout: indented, on one line, with trailing commas, without brackets, JSON Lines,
// with damage in between. Anything that is no value is skipped and reported by line; nothing valid after it is lost.
// Holds one piece of the file and can resume at any earlier position.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createFileWindow, type LogSource, maxRecordBytes, readSpan } from '../files/fileWindow.ts';
import { createObjectEnds, type Reading } from './objectEnd.ts';
import {
  createDamageList,
  type Damage,
  type Damages,
  encodingDamage,
  type OnValue,
  parseBytes,
  zeroBytes,
} from './scannedValue.ts';

const lineFeed = 0x0a;
const open = 0x7b;
const close = 0x7d;
/** White space, a byte order mark, commas, the list's brackets, and line feeds. */
const between = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf, 0x2c, 0x5b, 0x5d, lineFeed]) between[byte] = 1;
const bareWord = /^(?:null|true|false|-?\d[\d.eE+-]*|"(?:[^"\\\n]|\\.)*")(?=\s*(?:[,\]]|$))/;
/** Maximum length of a token that is no object. */
const wordBytes = 200;
const brace = Buffer.from('{');
const nextRecord = Buffer.from(',{"');

/** The state needed to resume a scan. */
export interface ScanState {
  at: number;
  line: number;
  /** After damage, an object counts only if it looks like a message, since it may be a fragment of the damaged one. */
  inDamage: boolean;
  /** Bytes that may still be scanned in vain; without a limit, braces in text would make the scan quadratic. */
  budget: number;
  endless: Reading | null;
}

export interface LenientScan {
  /** Scans to the first position at or after `stop`. */
  to(stop: number): Promise<void>;
  position(): ScanState;
  readonly damage: Damages;
  /** A `]` ends the file. */
  readonly closed: boolean;
  /** Something exceeds the maximum record length. */
  readonly tooLong: boolean;
}

export function initialScanState(at: number, line: number, bytes: number): ScanState {
  const budget = Math.min(4 * bytes, bytes + 2 * maxRecordBytes) + 1_000_000;
  return { at, line, inDamage: false, budget, endless: null };
}

export async function scanLeniently(
  source: LogSource,
  at: number,
  line: number,
  onValue: OnValue,
): Promise<LenientScan> {
  const scan = createLenientScan(source, initialScanState(at, line, source.size - at), onValue);
  await scan.to(source.size);
  return scan;
}

export function createLenientScan(source: LogSource, from: ScanState, onValue: OnValue): LenientScan {
  const window = createFileWindow(source);
  const ends = createObjectEnds(window, from.endless);
  const slice = createTimeSlice();
  const damage = createDamageList();
  /** The damage being skipped, or the last one. */
  let harmed: Damage | null = null;
  let { at, line, inDamage, budget } = from;
  let closed = false;
  let tooLong = false;
  /** Only commas and white space so far on this line. */
  let isFresh = false;
  /** No line feed comes before it. `isLineEnd`: there is one, or the file ends. */
  let lineStop = -1;
  let isLineEnd = false;

  function harm(reason: Sentence): Damage {
    if (harmed && inDamage) harmed.lastLine = line;
    else {
      harmed = { firstLine: line, lastLine: line, reason, readable: false, start: at, end: at };
      damage.note(harmed);
    }
    inDamage = true;
    return harmed;
  }

  /** Where to resume after damage: the next `mark` on this line (plus `skip` bytes), else the end of the line. */
  async function next(mark: Buffer, skip: number): Promise<number> {
    for (let start = at; ; ) {
      const bytes = await window.hold(start, mark.length);
      if (start >= lineStop || (!isLineEnd && start + mark.length > lineStop)) {
        const end = bytes.indexOf(lineFeed);
        lineStop = start + (end < 0 ? bytes.length : end);
        isLineEnd = end >= 0 || bytes.length < mark.length || lineStop >= source.size;
      }
      const markAt = bytes.subarray(0, lineStop - start).indexOf(mark);
      if (markAt >= 0) return start + markAt + skip;
      if (isLineEnd && lineStop <= start + bytes.length) return lineStop;
      // A mark may cross the end of the piece.
      start = Math.max(start + 1, Math.min(lineStop, start + bytes.length) - mark.length + 1);
      const pause = slice();
      if (pause) await pause;
    }
  }

  function takeValue(value: unknown, piece: Buffer, lines: number): ReturnType<OnValue> {
    const start = at;
    const first = line;
    line += lines;
    at += piece.length;
    if (inDamage && !looksLikeRecord(value)) return;
    damage.note(encodingDamage(piece, first, start));
    inDamage = false;
    return onValue({ value, start, end: at, line: first });
  }

  /** An object alone on its line, as in our layout; parsing confirms that it ends there. */
  function wholeLine(bytes: Buffer): Buffer | null {
    const end = isFresh ? bytes.indexOf(lineFeed) : -1;
    return end > 0 && bytes[end - 1] === close ? bytes.subarray(0, end) : null;
  }

  async function takeObject(bytes: Buffer): Promise<void> {
    const whole = wholeLine(bytes);
    const near = whole ? parseBytes(whole) : undefined;
    isFresh = false;
    if (whole && near !== undefined) return takeValue(near, whole, 0);
    const max = Math.min(source.size, at + budget, at + maxRecordBytes);
    const { end, lines, reached, scanned: looked } = await ends.find(at, max);
    const piece = end < 0 ? null : await readSpan(window, at, end);
    const value = piece ? parseBytes(piece) : undefined;
    if (piece && value !== undefined) return takeValue(value, piece, lines);
    budget -= looked;
    const isLonger = reached - at >= maxRecordBytes;
    tooLong ||= isLonger;
    const place = harm(
      isLonger ? say`it exceeds the ${megabytes} MB limit for a message` : say`it is not a complete JSON record`,
    );
    at = await next(nextRecord, 1);
    place.end = at;
  }

  async function takeOther(bytes: Buffer): Promise<void> {
    isFresh = false;
    const word = bareWord.exec(lineText(bytes));
    if (word && !inDamage) {
      const end = at + Buffer.byteLength(word[0]);
      const value = parseBytes(Buffer.from(word[0])) ?? null;
      const wait = onValue({ value, start: at, end, line });
      if (wait) await wait;
      at = end;
      return;
    }
    const place = harm(bytes[0] === 0 ? zeroBytes : say`it is not valid JSON`);
    at = await next(brace, 0);
    place.end = at;
  }

  /** Skips separators between values. */
  function pass(bytes: Buffer, length: number): number {
    let passed = 0;
    for (; passed < length; passed++) {
      const byte = bytes[passed] as number;
      if (between[byte] !== 1) break;
      if (byte === lineFeed) {
        line++;
        isFresh = true;
      } else closed = byte === 0x5d || (closed && byte !== 0x2c && byte !== 0x5b);
    }
    return passed;
  }

  return {
    damage,
    get closed() {
      return closed;
    },
    get tooLong() {
      return tooLong;
    },
    position: () => ({ at, line, inDamage, budget, endless: ends.endless() }),
    async to(stop) {
      while (at < stop) {
        const pause = slice();
        if (pause) await pause;
        const windowBytes = window.hold(at, wordBytes);
        const bytes = windowBytes instanceof Promise ? await windowBytes : windowBytes;
        // The file was truncated meanwhile.
        if (bytes.length === 0) return;
        const passed = pass(bytes, Math.min(bytes.length, stop - at));
        at += passed;
        if (passed > 0) continue;
        closed = false;
        if (bytes[0] === open) await takeObject(bytes);
        else await takeOther(bytes);
      }
    },
  };
}

const megabytes = maxRecordBytes / 1024 / 1024;

function lineText(bytes: Buffer): string {
  // Don't read to the end of the line, which may be the whole file.
  const near = bytes.subarray(0, wordBytes);
  const end = near.indexOf(lineFeed);
  return near.toString('utf8', 0, end < 0 ? near.length : end);
}

function looksLikeRecord(value: unknown): boolean {
  const { id, role } = value as { id?: unknown; role?: unknown };
  return typeof id === 'string' && typeof role === 'string';
}
