// What the scans of a messages.json speak of: the values that they find, and the lines where there is none.

import { isUtf8 } from 'node:buffer';

export interface ScannedValue {
  value: unknown;
  /** Bytes [start, end) of the value itself, without commas. */
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
}

/** Told while the scan goes: each value in the order of the file. */
export type OnValue = (value: ScannedValue) => void;

export interface Damage {
  firstLine: number;
  lastLine: number;
  reason: string;
  /** False: there is no value in these lines. True: there is one, but not as it was written. */
  readable: boolean;
}

/** The value, or undefined where the bytes are not JSON. */
export function parseBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

export function encodingDamage(bytes: Buffer, line: number): Damage[] {
  if (isUtf8(bytes)) return [];
  const reason = 'some of its bytes are not UTF-8 and are shown as \u{FFFD}';
  return [{ firstLine: line, lastLine: line, reason, readable: true }];
}
