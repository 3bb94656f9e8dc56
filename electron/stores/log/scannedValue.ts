// Shared by the scans of a messages.json: values, and damaged lines.

import { isUtf8 } from 'node:buffer';
import { type Sentence, say, textOf } from '../../../shared/core/sentence.ts';

export interface ScannedValue {
  value: unknown;
  /** Bytes [start, end) of the value, without commas. */
  start: number;
  end: number;
  /** Starts at 1. */
  line: number;
}

/** Called for each value in file order. The scan awaits the result. */
export type OnValue = (value: ScannedValue) => Promise<void> | undefined | void;

export interface Damage {
  firstLine: number;
  lastLine: number;
  reason: Sentence;
  /** False if these lines have no value; true if they have one that differs from what was written. */
  readable: boolean;
  start: number;
  end: number;
}

export const zeroBytes = say`it contains zero bytes`;

/** Parses the bytes; undefined if they are not JSON. */
export function parseBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `start` is their file offset. Null if the encoding is intact. */
export function encodingDamage(bytes: Buffer, line: number, start: number): Damage | null {
  if (isUtf8(bytes)) return null;
  const reason = say`some of its bytes are not UTF-8 and are shown as \u{FFFD}`;
  return { firstLine: line, lastLine: line, reason, readable: true, start, end: start + bytes.length };
}

/** Damaged places in a file: the first ones, and a count of the rest. */
export interface Damages {
  readonly places: readonly Damage[];
  /** Count beyond `list`. */
  readonly more: number;
  /** Places without a value, of all places. */
  readonly unreadable: number;
}

export interface DamageList extends Damages {
  note(damage: Damage | null): void;
  noteAll(others: Damages): void;
}

const keptPlaces = 1_000;

export function createDamageList(): DamageList {
  const places: Damage[] = [];
  let more = 0;
  let unreadable = 0;

  function note(damage: Damage | null): void {
    if (!damage) return;
    if (!damage.readable) unreadable++;
    const before = places.at(-1);
    // A file saved in another encoding has this on every line.
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
      const damageCount = unreadable + others.unreadable;
      others.places.forEach(note);
      more += others.more;
      unreadable = damageCount;
    },
  };
}
