// What the scans of a messages.json speak of: the values that they find, and the lines where there is none.

import { isUtf8 } from 'node:buffer';
import { type Sentence, say, textOf } from '../../../shared/core/sentence.ts';

export interface ScannedValue {
  value: unknown;
  /** Bytes [start, end) of the value itself, without commas. */
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
}

/** Told while the scan goes: each value in the order of the file. The scan waits for what it gives back. */
export type OnValue = (value: ScannedValue) => Promise<void> | undefined | void;

export interface Damage {
  firstLine: number;
  lastLine: number;
  reason: Sentence;
  /** False: there is no value in these lines. True: there is one, but not as it was written. */
  readable: boolean;
  /** Bytes [start, end) of the file. */
  start: number;
  end: number;
}

export const zeroBytes = say`it contains zero bytes`;

/** The value, or undefined where the bytes are not JSON. */
export function parseBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `start`: where the bytes stand in the file. Null: they are as they should be. */
export function encodingDamage(bytes: Buffer, line: number, start: number): Damage | null {
  if (isUtf8(bytes)) return null;
  const reason = say`some of its bytes are not UTF-8 and are shown as \u{FFFD}`;
  return { firstLine: line, lastLine: line, reason, readable: true, start, end: start + bytes.length };
}

/** What is damaged in a file: the first places, however many there are. */
export interface Damages {
  readonly places: readonly Damage[];
  /** Places beyond those. */
  readonly more: number;
  /** Of all places, those without a value. */
  readonly unreadable: number;
}

export interface DamageList extends Damages {
  note(damage: Damage | null): void;
  noteAll(others: Damages): void;
}

const keptPlaces = 1_000;

export function createDamages(): DamageList {
  const places: Damage[] = [];
  let more = 0;
  let unreadable = 0;

  function note(damage: Damage | null): void {
    if (!damage) return;
    if (!damage.readable) unreadable++;
    const before = places.at(-1);
    // A file that was saved in another encoding has it in each line.
    if (
      before &&
      damage.readable &&
      textOf(before.reason) === textOf(damage.reason) &&
      damage.firstLine <= before.lastLine + 1
    ) {
      before.lastLine = damage.lastLine;
      before.end = damage.end;
    } else if (places.length < keptPlaces) places.push(damage);
    else more++;
  }

  return {
    places,
    get more() {
      return more;
    },
    get unreadable() {
      return unreadable;
    },
    note,
    noteAll(others) {
      const noted = unreadable + others.unreadable;
      others.places.forEach(note);
      more += others.more;
      unreadable = noted;
    },
  };
}
