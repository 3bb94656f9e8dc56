// Bytes of UTF-8 that come in pieces cut anywhere, as pieces of whole characters. What is not valid becomes U+FFFD, just as
// when all of it is decoded at once.

import { isUtf8 } from 'node:buffer';

export interface Utf8Stream {
  /** Whole characters: as bytes where they are valid, which costs nothing, else as text. */
  add(bytes: Buffer): Buffer | string;
  /** What is left of a character that did not come to its end. */
  end(): string;
}

export function createUtf8Stream(): Utf8Stream {
  let held: Buffer = Buffer.alloc(0);
  // Each piece ends between characters: nothing is kept in here.
  const decode = (bytes: Buffer): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return {
    add(bytes) {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const end = wholeEnd(all);
      held = end === all.length ? Buffer.alloc(0) : Buffer.from(all.subarray(end));
      const whole = all.subarray(0, end);
      return isUtf8(whole) ? whole : decode(whole);
    },
    end() {
      const rest = decode(held);
      held = Buffer.alloc(0);
      return rest;
    },
  };
}

/** Before the last character when it is not complete. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
