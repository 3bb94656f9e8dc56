// The encoding of a file that is shown in pages, told once for the whole of it: by its byte order mark, else by the first
// bytes that are not ASCII, wherever they stand. Pages that each told their own would not fit beside each other.

import { isUtf8 } from 'node:buffer';
import { chineseText } from '../../lib/chineseText.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ByteSource } from '../../lib/lineIndex.ts';
import { markedEncoding } from './textFile.ts';

export type PageEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

export interface PageEncodings {
  /** `key` names the text and changes with it. What is neither is shown as UTF-8, with marks where nothing fits. */
  of(key: string, source: ByteSource, head: Buffer): Promise<PageEncoding>;
}

const pieceBytes = 128 * 1024;
/** Bytes that are looked at, from the first one that is not ASCII. */
const sampleBytes = 64 * 1024;
const mostTexts = 32;
const notAscii = /[\x80-\xff]/;

export function createPageEncodings(): PageEncodings {
  const known = new Map<string, PageEncoding>();

  return {
    async of(key, source, head) {
      const marked = markedEncoding(head)?.encoding;
      if (marked !== undefined && marked !== 'bytes') return marked;
      const found = known.get(key) ?? (await tell(source));
      known.delete(key);
      known.set(key, found);
      for (const oldest of known.keys()) {
        if (known.size <= mostTexts) break;
        known.delete(oldest);
      }
      return found;
    },
  };
}

async function tell(source: ByteSource): Promise<PageEncoding> {
  const slice = createTimeSlice();
  for (let at = 0; at < source.size; at += pieceBytes) {
    const turn = slice();
    if (turn) await turn;
    const found = (await source.read(at, pieceBytes)).toString('latin1').search(notAscii);
    if (found < 0) continue;
    const sample = Buffer.from(await source.read(at + found, sampleBytes));
    const cut = at + found + sample.length < source.size;
    if (isUtf8(cut ? sample.subarray(0, wholeOfUtf8(sample)) : sample)) return 'utf-8';
    return chineseText(sample, { cut }) === null ? 'utf-8' : 'gb18030';
  }
  return 'utf-8';
}

/** Without the beginning of a character at the end. */
function wholeOfUtf8(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) !== 0x80) return byte >= 0xc0 ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
