// Yields the bytes of a large result's file in pieces, so that memory never holds a second copy.

import { resultCapBytes } from '../../conversation/formats.ts';

/** Maximum bytes per read or write. */
export const resultPieceBytes = 512 * 1024;

/** The size limit of a result: head, notice and tail. Evaluated per result. */
export type ResultCap = () => number | Promise<number>;

export const defaultResultCap: ResultCap = () => resultCapBytes;

/** Goes between head and tail if the middle was left out. */
export function omissionNotice(leftOut: number, cap: number): string {
  return `\n\n[… ${leftOut} bytes were left out: a result is kept up to ${cap} bytes …]\n\n`;
}

/** Reserved for the notice, whatever its numbers. */
export const noticeLength = 160;

/** Where a slice from `at` to at most `to` can end without splitting a surrogate pair. */
function sliceEnd(text: string, at: number, to: number): number {
  if (to >= text.length) return text.length;
  const unit = text.charCodeAt(to - 1);
  return unit >= 0xd800 && unit <= 0xdbff && to - at > 1 ? to - 1 : to;
}

/** Encodes text as UTF-8 pieces; each is consumed before the next. Lone surrogates become U+FFFD. */
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

/** How many UTF-16 units from `from` fit in `max` bytes of UTF-8, without splitting a character. */
function unitsWithin(text: string, from: number, max: number): { units: number; bytes: number } {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(resultPieceBytes, max));
  let units = 0;
  let bytes = 0;
  while (from + units < text.length && bytes < max) {
    const at = from + units;
    const room = buffer.subarray(0, Math.min(buffer.length, max - bytes));
    const { read, written } = encoder.encodeInto(text.slice(at, sliceEnd(text, at, at + room.length)), room);
    // The next character no longer fits.
    if (read === 0) break;
    units += read;
    bytes += written;
  }
  return { units, bytes };
}

/** A text of `bytes` bytes without lone surrogates, as stored: whole, or head and tail. */
export function* cappedPieces(text: string, bytes: number, cap: number): Generator<Uint8Array> {
  if (bytes <= cap) {
    yield* utf8Pieces(text);
    return;
  }
  const half = Math.floor((cap - noticeLength) / 2);
  const head = unitsWithin(text, 0, half);
  const middle = unitsWithin(text, head.units, bytes - head.bytes - half);
  let tailAt = head.units + middle.units;
  let skipped = middle.bytes;
  // The cut split a character, so the tail begins after it.
  if (skipped < bytes - head.bytes - half) {
    const character = String.fromCodePoint(text.codePointAt(tailAt) ?? 0);
    tailAt += character.length;
    skipped += Buffer.byteLength(character);
  }
  yield* utf8Pieces(text, 0, head.units);
  yield Buffer.from(omissionNotice(skipped, cap));
  yield* utf8Pieces(text, tailAt);
}
