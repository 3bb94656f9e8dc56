// Decodes UTF-8 chunks split anywhere into whole characters. Invalid bytes become U+FFFD, exactly as when decoding all
// at once.

import { isUtf8 } from 'node:buffer';

export interface Utf8Stream {
  /**
   * Returns whole characters: valid bytes uncopied, otherwise text. At most two pieces: a character from the previous
   * chunk, and the rest.
   */
  add(bytes: Buffer): (Buffer | string)[];
  /** Returns the remains of an incomplete character. */
  end(): string;
}

const emptyBuffer = Buffer.alloc(0);

export function createUtf8Stream(): Utf8Stream {
  /** The start of an incomplete character. */
  let pending: Buffer = emptyBuffer;

  return {
    add(bytes) {
      const needed = pending.length === 0 ? 0 : lengthOf(pending[0] as number) - pending.length;
      let consumed = 0;
      while (consumed < needed && consumed < bytes.length && isContinuation(bytes[consumed] as number)) consumed++;
      const first = consumed === 0 ? pending : Buffer.concat([pending, bytes.subarray(0, consumed)]);
      if (consumed < needed && consumed === bytes.length) {
        pending = first;
        return [];
      }
      const end = Math.max(consumed, wholeEnd(bytes));
      pending = end === bytes.length ? emptyBuffer : Buffer.from(bytes.subarray(end));
      return [first, bytes.subarray(consumed, end)].filter((piece) => piece.length > 0).map(validOrText);
    },
    end() {
      const rest = decode(pending);
      pending = emptyBuffer;
      return rest;
    },
  };
}

function validOrText(bytes: Buffer): Buffer | string {
  return isUtf8(bytes) ? bytes : decode(bytes);
}

/** A new decoder each time, since every piece ends at a character boundary. */
function decode(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Returns the byte length of the character that starts with this byte. */
function lengthOf(first: number): number {
  if (first < 0xc0 || first >= 0xf8) return 1;
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/** Returns the end before an incomplete last character. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return bytes.length;
    if (isContinuation(byte)) continue;
    return lengthOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
