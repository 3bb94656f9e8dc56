// The encoding of a file that is shown in pages, told once for the whole of it: by its byte order mark, else by the first
// bytes that are not ASCII, wherever they stand. Pages that each told their own would not fit beside each other.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { detectEncoding } from '../../lib/detectEncoding.ts';
import type { ByteSource } from '../../lib/lineIndex.ts';
import { markedEncoding, type TextEncoding } from '../../lib/textEncoding.ts';

export interface PageEncodings {
  /** `key` names the text and changes with it. What is neither is shown as UTF-8, with marks where nothing fits. */
  of(key: string, source: ByteSource, head: Buffer): Promise<TextEncoding>;
}

const pieceBytes = 128 * 1024;
/** Bytes that are looked at, from the first one that is not ASCII. */
const sampleBytes = 64 * 1024;
const maxTexts = 32;
/** Bytes before it, which are ASCII: a word may begin in them. */
const leadBytes = 64;
const notAscii = /[\0\x80-\xff]/;

export function createPageEncodings(): PageEncodings {
  const known = new Map<string, TextEncoding>();

  return {
    async of(key, source, head) {
      const marked = markedEncoding(head)?.encoding;
      if (marked !== undefined) return marked;
      const found = known.get(key) ?? (await tell(source));
      known.delete(key);
      known.set(key, found);
      for (const oldest of known.keys()) {
        if (known.size <= maxTexts) break;
        known.delete(oldest);
      }
      return found;
    },
  };
}

async function tell(source: ByteSource): Promise<TextEncoding> {
  const slice = createTimeSlice();
  for (let at = 0; at < source.size; at += pieceBytes) {
    const turn = slice();
    if (turn) await turn;
    const found = (await source.read(at, pieceBytes)).toString('latin1').search(notAscii);
    if (found < 0) continue;
    const before = Math.max(0, at + found - leadBytes);
    const from = before - (before % 2);
    const sample = Buffer.from(await source.read(from, sampleBytes));
    return (await detectEncoding(sample, { cut: from + sample.length < source.size })) ?? 'utf-8';
  }
  return 'utf-8';
}
