// Detects the encoding of a paged file once for all pages: by its byte order mark, else by the first non-ASCII bytes
// anywhere in it. Per-page detection could disagree.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { detectEncoding } from '../../lib/detectEncoding.ts';
import type { ByteSource } from '../../lib/lineIndex.ts';
import { detectMarkedEncoding, type TextEncoding } from '../../lib/textEncoding.ts';

export interface PageEncodings {
  /** `key` identifies the text's version. Anything unknown is shown as UTF-8 with replacement characters. */
  of(key: string, source: ByteSource, head: Buffer): Promise<TextEncoding>;
}

const pieceBytes = 128 * 1024;
/** Bytes to sample from the first non-ASCII one. */
const sampleBytes = 64 * 1024;
const maxTexts = 32;
/** ASCII bytes to include before it, because a word may begin in them. */
const leadBytes = 64;
const notAscii = /[\0\x80-\xff]/;

export function createPageEncodings(): PageEncodings {
  const encodingsByKey = new Map<string, TextEncoding>();

  return {
    async of(key, source, head) {
      const marked = detectMarkedEncoding(head)?.encoding;
      if (marked !== undefined) return marked;
      const encoding = encodingsByKey.get(key) ?? (await guessEncoding(source));
      encodingsByKey.delete(key);
      encodingsByKey.set(key, encoding);
      for (const oldest of encodingsByKey.keys()) {
        if (encodingsByKey.size <= maxTexts) break;
        encodingsByKey.delete(oldest);
      }
      return encoding;
    },
  };
}

async function guessEncoding(source: ByteSource): Promise<TextEncoding> {
  const slice = createTimeSlice();
  for (let at = 0; at < source.size; at += pieceBytes) {
    const turn = slice();
    if (turn) await turn;
    const offset = (await source.read(at, pieceBytes)).toString('latin1').search(notAscii);
    if (offset < 0) continue;
    const before = Math.max(0, at + offset - leadBytes);
    const from = before - (before % 2);
    const sample = Buffer.from(await source.read(from, sampleBytes));
    return (await detectEncoding(sample, { cut: from + sample.length < source.size })) ?? 'utf-8';
  }
  return 'utf-8';
}
