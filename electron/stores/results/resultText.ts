// The bytes that the file of a large result is made of, in pieces, so that no second copy of it is in memory.

import { resultCapBytes } from '../../conversation/formats.ts';

/** The largest piece that is read or written at once, in bytes. */
export const resultPieceBytes = 512 * 1024;

/** The bytes a result is kept up to: head, notice and tail. Asked for with each result. */
export type ResultCap = () => number | Promise<number>;

export const defaultResultCap: ResultCap = () => resultCapBytes;

/** Stands between head and tail where the middle was left out. */
export function leftOutNotice(leftOut: number, cap: number): string {
  return `\n\n[… ${leftOut} bytes were left out: a result is kept up to ${cap} bytes …]\n\n`;
}

/** Room for the notice, whatever the numbers are. */
export const noticeRoom = 160;

/** Where a slice from `at` to `to` at most ends without splitting a surrogate pair. */
function sliceEnd(text: string, at: number, to: number): number {
  if (to >= text.length) return text.length;
  const unit = text.charCodeAt(to - 1);
  return unit >= 0xd800 && unit <= 0xdbff && to - at > 1 ? to - 1 : to;
}

/** A text as UTF-8, in pieces; each is used up before the next one is asked for. Half surrogate pairs become U+FFFD. */
function* utf8Pieces(text: string, from = 0, to = text.length): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(resultPieceBytes, Math.max(16, (to - from) * 3)));
  for (let at = from; at < to; ) {
    const slice = text.slice(at, Math.min(to, sliceEnd(text, at, at + buffer.length)));
    const { read, written } = encoder.encodeInto(slice, buffer);
    yield buffer.subarray(0, written);
    at += read;
  }
}

/** How many UTF-16 units from `from` on make at most `most` bytes of UTF-8, without splitting a character. */
function unitsWithin(text: string, from: number, most: number): { units: number; bytes: number } {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(resultPieceBytes, most));
  let units = 0;
  let bytes = 0;
  while (from + units < text.length && bytes < most) {
    const at = from + units;
    const room = buffer.subarray(0, Math.min(buffer.length, most - bytes));
    const { read, written } = encoder.encodeInto(text.slice(at, sliceEnd(text, at, at + room.length)), room);
    // What is left has no room for the next character.
    if (read === 0) break;
    units += read;
    bytes += written;
  }
  return { units, bytes };
}

/** A text of `bytes` bytes, which has no half surrogate pairs, as it is kept: whole, or its head and its tail. */
export function* cappedPieces(text: string, bytes: number, cap: number): Generator<Uint8Array> {
  if (bytes <= cap) {
    yield* utf8Pieces(text);
    return;
  }
  const half = Math.floor((cap - noticeRoom) / 2);
  const head = unitsWithin(text, 0, half);
  const middle = unitsWithin(text, head.units, bytes - head.bytes - half);
  let tailAt = head.units + middle.units;
  let skipped = middle.bytes;
  // The cut fell into a character: the tail begins after it.
  if (skipped < bytes - head.bytes - half) {
    const character = String.fromCodePoint(text.codePointAt(tailAt) ?? 0);
    tailAt += character.length;
    skipped += Buffer.byteLength(character);
  }
  yield* utf8Pieces(text, 0, head.units);
  yield Buffer.from(leftOutNotice(skipped, cap));
  yield* utf8Pieces(text, tailAt);
}
