// Keeps the start and end of a hook's output, so that endless output fills neither memory nor disk.

import type { SecretMask } from '../../lib/secretMask.ts';

export interface OutputBuffer {
  add(bytes: Buffer): null;
  total(): number;
  /** Everything, if it fits in the head; else null. */
  whole(): string | null;
  /** At most `most` characters, with a note about omissions. Masks secrets. */
  shown(most: number, mask: SecretMask): string;
}

const tailBytes = 12 * 1024;
/** A truncated secret would not be recognized, so nothing this close to a cut is shown. */
const marginCharacters = 2048;

/** `headBytes`: size of the head. */
export function createKeptOutput(headBytes: number): OutputBuffer {
  const head: Buffer[] = [];
  let headLength = 0;
  let tail = Buffer.alloc(0);
  let total = 0;

  return {
    add(bytes) {
      total += bytes.length;
      const room = headBytes - headLength;
      if (room > 0) {
        const piece = Buffer.from(bytes.subarray(0, room));
        head.push(piece);
        headLength += piece.length;
      }
      const rest = bytes.subarray(Math.max(0, room));
      // Let it double before truncating, to avoid copying everything per chunk.
      if (rest.length > 0) tail = Buffer.concat([tail, rest.subarray(-2 * tailBytes)]);
      if (tail.length > 4 * tailBytes) tail = Buffer.from(tail.subarray(-2 * tailBytes));
      return null;
    },
    total: () => total,
    whole: () => (total <= headBytes ? Buffer.concat(head).toString('utf8') : null),

    shown(most, mask) {
      const beginning = Buffer.concat(head);
      const isWhole = total <= beginning.length + tail.length;
      const all = isWhole ? Buffer.concat([beginning, tail]) : beginning;
      const text = mask.text(all.toString('utf8'));
      if (isWhole && text.length <= most) return text;
      const half = Math.floor(most / 2);
      const first = text.slice(0, half);
      const end = isWhole ? text : mask.text(tail.subarray(-tailBytes).toString('utf8')).slice(marginCharacters);
      const last = end.slice(-half);
      const omittedBytes = total - Buffer.byteLength(first) - Buffer.byteLength(last);
      return `${first}\n[… ${omittedBytes} bytes left out …]\n${last}`;
    },
  };
}
