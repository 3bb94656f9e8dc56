// Finds JSON objects in bytes of any layout: indented, on one line, with trailing commas, without brackets, one a line
// without commas, with damage between. What is no value is skipped and named by line; nothing sound after it is lost.

import { createTimeSlice } from '../../lib/timeSlice.ts';
import { type Damage, encodingDamage, type OnValue, parseBytes } from './scannedValue.ts';

const lineFeed = 0x0a;
/** Places of damage that are told apart; what is more is added to the last. */
const keptDamage = 1_000;
const open = 0x7b;
const close = 0x7d;
const quote = 0x22;
const backslash = 0x5c;
/** White space, a byte order mark, commas and the brackets of the list. */
const between = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf, 0x2c, 0x5b, 0x5d]);
const bareWord = /^(?:null|true|false|-?\d[\d.eE+-]*|"(?:[^"\\\n]|\\.)*")(?=\s*(?:[,\]]|$))/;

/** `offset` and `line` say where `bytes` begin in the file. `closed`: a `]` is the last thing in it. */
export async function looseScan(
  bytes: Buffer,
  offset: number,
  line: number,
  onValue: OnValue,
): Promise<{ damage: Damage[]; closed: boolean }> {
  const slice = createTimeSlice();
  const damage: Damage[] = [];
  /** Bytes that may still be looked at in vain: without a bound, many open braces would cost their square. */
  let budget = 4 * bytes.length + 1_000_000;
  let at = 0;
  let closed = false;
  let lineStop = -1;
  /** After damage an object counts only when it looks like a record: it may be a piece of the damaged one. */
  let inDamage = false;

  function harm(reason: string): void {
    const before = damage.at(-1);
    if (before && (inDamage || damage.length >= keptDamage)) before.lastLine = line;
    else damage.push({ firstLine: line, lastLine: line, reason, readable: false });
    inDamage = true;
  }

  /** Where to go on after damage: the next `mark` on this line (and `skip` bytes further), else the end of the line. */
  function next(mark: string, skip: number): number {
    if (at >= lineStop) lineStop = lineEnd(bytes, at);
    const found = bytes.subarray(at, lineStop).indexOf(mark);
    return found < 0 ? lineStop : at + found + skip;
  }

  /** Offset after the object at `at`; -1 where there is no whole one. */
  function takeObject(): number {
    const { end, looked } = objectEnd(bytes, at, Math.min(bytes.length, at + budget));
    const piece = bytes.subarray(at, Math.max(at, end));
    const value = end < 0 ? undefined : parseBytes(piece);
    if (value === undefined) {
      budget -= looked;
      return -1;
    }
    if (inDamage && !looksLikeRecord(value)) return end;
    damage.push(...encodingDamage(piece, line));
    inDamage = false;
    onValue({ value, start: offset + at, end: offset + end, line });
    return end;
  }

  while (at < bytes.length) {
    const pause = slice();
    if (pause) await pause;
    const byte = bytes[at] as number;
    if (byte === lineFeed) {
      line++;
      at++;
    } else if (between.has(byte)) {
      closed = byte === 0x5d || (closed && byte !== 0x2c && byte !== 0x5b);
      at++;
    } else if (byte === open) {
      closed = false;
      const end = takeObject();
      if (end >= 0) {
        line += count(bytes, at, end);
        at = end;
      } else {
        harm('it is not a whole JSON record');
        at = next(',{"', 1);
      }
    } else {
      closed = false;
      const word = bareWord.exec(lineText(bytes, at));
      if (word && !inDamage) {
        const end = at + Buffer.byteLength(word[0]);
        onValue({ value: parseBytes(Buffer.from(word[0])) ?? null, start: offset + at, end: offset + end, line });
        at = end;
      } else {
        harm(byte === 0 ? 'it holds zero bytes' : 'it is not JSON');
        at = next('{', 0);
      }
    }
  }
  return { damage, closed };
}

/** Where the object that begins at `start` ends; `end` is -1 where it does not end before `stop`. */
function objectEnd(bytes: Buffer, start: number, stop: number): { end: number; looked: number } {
  let depth = 0;
  let inString = false;
  for (let at = start; at < stop; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === quote) inString = false;
      else if (byte === backslash) at++;
      else if (byte === lineFeed) return { end: -1, looked: at - start };
    } else if (byte === quote) inString = true;
    else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return { end: at + 1, looked: at + 1 - start };
  }
  return { end: -1, looked: stop - start };
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end < 0 ? bytes.length : end;
}

function lineText(bytes: Buffer, start: number): string {
  // Not to the end of a line that may be the whole file.
  const near = bytes.subarray(start, start + 200);
  const end = near.indexOf(lineFeed);
  return near.toString('utf8', 0, end < 0 ? near.length : end);
}

function count(bytes: Buffer, start: number, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed, start); at >= 0 && at < end; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}

function looksLikeRecord(value: unknown): boolean {
  const { id, role } = value as { id?: unknown; role?: unknown };
  return typeof id === 'string' && typeof role === 'string';
}
