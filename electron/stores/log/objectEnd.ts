// Finds the end of the JSON object at a position of a file without holding the object, so that only complete objects of
// limited length are read. A missing brace or bracket shows where the next one cannot occur.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { FileWindow } from '../files/fileWindow.ts';

export interface ObjectEnd {
  /** Offset after the object; -1 if none is complete before `stop`. */
  end: number;
  lines: number;
  /** How far the search got. */
  reached: number;
  scanned: number;
}

export interface ObjectEnds {
  /** Finds the end of the object whose brace is at `start`; it must end before `stop`. */
  find(start: number, stop: number): Promise<ObjectEnd>;
  /** State of an unterminated object, to resume from the same position. */
  endless(): Reading | null;
}

interface Opened {
  start: number;
  /** Line feeds before it, since the start. */
  lines: number;
  isList: boolean;
}

export interface Reading {
  at: number;
  lines: number;
  /** Open brackets, innermost last; those opened before the requested object come before `first`. */
  opened: Opened[];
  first: number;
  inString: boolean;
  escaped: boolean;
  /** The last byte that is neither white space nor in a string. */
  before: number;
  /** Cannot continue: what is open now has no end. */
  isBroken: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const lineFeed = 0x0a;
/** Deeper values are no records. */
const maxLevels = 100_000;
/** Bytes allowed outside of strings in JSON: 1 for white space, 2 for structure. */
const structural = new Uint8Array(256);
for (const byte of Buffer.from('{}[]:,+-.0123456789eEtrufalsn"')) structural[byte] = 2;
for (const byte of Buffer.from(' \t\r\n')) structural[byte] = 1;

/**
 * Finds the ends of consecutive objects. An unfinished search is kept: an inner object continues from there, and one
 * left open at a dead end has no end either. So many unterminated objects cost a single pass.
 */
export function createObjectEnds(window: FileWindow, endless: Reading | null = null): ObjectEnds {
  let endlessReading = endless;

  function readingOf(start: number): Reading {
    const openIndex = endlessReading ? placeOf(endlessReading.opened, start) : -1;
    if (!endlessReading || openIndex < 0) return begin(start);
    endlessReading.first = openIndex;
    return endlessReading;
  }

  return {
    async find(start, stop) {
      const reading = readingOf(start);
      const from = reading.at;
      const { lines } = reading.opened[reading.first] ?? reading;
      const isWhole = !reading.isBroken && (await follow(window, reading, stop));
      if (isWhole && reading === endlessReading) endlessReading = null;
      else if (!isWhole && reading.at > (endlessReading?.at ?? -1)) endlessReading = reading;
      const end = isWhole ? reading.at : -1;
      return { end, lines: reading.lines - lines, reached: reading.at, scanned: reading.at - from };
    },
    // An unbroken search can still continue.
    endless: () => (endlessReading?.isBroken ? endlessReading : null),
  };
}

export function findObjectEnd(window: FileWindow, start: number, stop: number): Promise<ObjectEnd> {
  return createObjectEnds(window).find(start, stop);
}

function begin(start: number): Reading {
  const fresh = { lines: 0, opened: [], first: 0, inString: false, escaped: false, before: 0, isBroken: false };
  return { at: start, ...fresh };
}

/** Index of the bracket at `start` among the open ones; -1 if it is not open. */
function placeOf(opened: readonly Opened[], start: number): number {
  let low = 0;
  for (let high = opened.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((opened[middle] as Opened).start < start) low = middle + 1;
    else high = middle;
  }
  return opened[low]?.start === start ? low : -1;
}

/** True at the end of the object. */
async function follow(window: FileWindow, reading: Reading, stop: number): Promise<boolean> {
  const slice = createTimeSlice();
  while (reading.at < stop) {
    const windowBytes = window.hold(reading.at);
    const bytes = windowBytes instanceof Promise ? await windowBytes : windowBytes;
    reading.isBroken = bytes.length === 0;
    if (reading.isBroken || take(reading, bytes, Math.min(bytes.length, stop - reading.at))) break;
    const pause = slice();
    if (pause) await pause;
  }
  if (reading.at >= window.source.size && !isClosed(reading)) reading.isBroken = true;
  return !reading.isBroken && isClosed(reading);
}

function isClosed({ opened, first, before }: Reading): boolean {
  return opened.length === first && before === closeBrace;
}

/** True when done: at the end of the object, or at a dead end. */
function take(reading: Reading, bytes: Buffer, length: number): boolean {
  const start = reading.at;
  let { inString, escaped, before, lines } = reading;
  let at = 0;
  let isEnd = false;
  for (; at < length && !isEnd; at++) {
    const byte = bytes[at] as number;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === quote) inString = false;
      else if (byte === backslash) escaped = true;
      // Control characters, including line feed and zero, cannot occur in a JSON string.
      if (byte < 0x20) reading.isBroken = isEnd = true;
      continue;
    }
    const kind = structural[byte];
    if (kind === 1) {
      if (byte === lineFeed) lines++;
      continue;
    }
    if (byte === quote) inString = true;
    else if (kind !== 2) reading.isBroken = isEnd = true;
    else if (byte === openBrace || byte === openBracket) {
      if (canOpen(reading, before)) reading.opened.push({ start: start + at, lines, isList: byte === openBracket });
      else reading.isBroken = isEnd = true;
    } else if (byte === closeBrace || byte === closeBracket) {
      // A bracket that cannot be closed here stays open, so everything open is known to have no end.
      if (reading.opened.at(-1)?.isList === (byte === closeBracket)) reading.opened.pop();
      else reading.isBroken = true;
      isEnd = reading.isBroken || reading.opened.length === reading.first;
    }
    before = byte;
  }
  reading.at = start + at;
  Object.assign(reading, { inString, escaped, before, lines });
  return isEnd;
}

/** A value follows a colon in an object; a bracket or comma in a list. */
function canOpen({ opened }: Reading, before: number): boolean {
  const around = opened.at(-1);
  if (!around) return true;
  if (opened.length >= maxLevels) return false;
  return around.isList ? before === comma || before === openBracket : before === colon;
}
