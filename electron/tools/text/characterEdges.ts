// Finds character boundaries in Chinese, Japanese and Korean encodings. A byte does not reveal whether it starts a
// character, so boundaries are only known from an earlier one. Bytes below 0x30 (line feed, space) are never part of a
// longer character, so a boundary is usually near; otherwise the text is scanned once and boundaries are cached at
// intervals. Based on the decoders of WHATWG's Encoding Standard.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ByteSource } from '../../lib/lineIndex.ts';

export type LongEncoding = 'gb18030' | 'big5' | 'shift_jis' | 'euc-jp' | 'euc-kr';

export interface CharacterEdges {
  /** The first boundary at or after `offset`; at most the size. `key` identifies the text. */
  edgeAt(key: string, source: ByteSource, offset: number, encoding: LongEncoding): Promise<number>;
}

const near = 4096;
const step = 1024 * 1024;
const pieceBytes = 128 * 1024;
const maxTexts = 8;
/** Maximum bytes of a character. */
const longest = 4;

export function createCharacterBoundaries(): CharacterEdges {
  /** Per text: the first boundary at or after each interval. */
  const edgesByText = new Map<string, number[]>();

  function edgesOf(key: string): number[] {
    const edges = edgesByText.get(key) ?? [0];
    edgesByText.delete(key);
    edgesByText.set(key, edges);
    for (const oldest of edgesByText.keys()) {
      if (edgesByText.size <= maxTexts) break;
      edgesByText.delete(oldest);
    }
    return edges;
  }

  return {
    async edgeAt(key, source, offset, encoding) {
      const lengthAt = lengths[encoding];
      if (offset <= 0 || offset >= source.size) return Math.min(Math.max(0, offset), source.size);
      const from = Math.max(0, offset - near);
      const free = lastFree(await source.read(from, offset - from));
      if (free >= 0) return walk(source, from + free + 1, offset, lengthAt);
      const edges = edgesOf(key);
      while (edges.length * step <= offset) {
        edges.push(await walk(source, edges.at(-1) as number, edges.length * step, lengthAt));
      }
      return walk(source, edges[Math.floor(offset / step)] as number, offset, lengthAt);
    },
  };
}

/** Scans from a boundary to the first one at or after `to`, in time slices. */
async function walk(source: ByteSource, edge: number, to: number, lengthAt: LengthAt): Promise<number> {
  const slice = createTimeSlice();
  let at = edge;
  while (at < to) {
    const turn = slice();
    if (turn) await turn;
    const from = at;
    const bytes = await source.read(from, Math.min(pieceBytes, to - from) + longest);
    if (bytes.length === 0) break;
    const isEnd = from + bytes.length >= source.size;
    const until = isEnd ? bytes.length : bytes.length - longest;
    while (at < to && at - from < until) at += lengthAt(bytes, at - from);
  }
  return Math.min(at, source.size);
}

/** Length in bytes of the character at an offset. An invalid byte counts as one. */
type LengthAt = (bytes: Buffer, at: number) => number;

const lengths: Readonly<Record<LongEncoding, LengthAt>> = {
  gb18030: lengthInChinese,
  big5: (bytes, at) => pairAt(bytes, at, (lead) => lead > 0x80 && lead < 0xff),
  'euc-kr': (bytes, at) => pairAt(bytes, at, (lead) => lead > 0x80 && lead < 0xff),
  shift_jis: (bytes, at) => pairAt(bytes, at, (lead) => (lead > 0x80 && lead < 0xa0) || (lead > 0xdf && lead < 0xfd)),
  'euc-jp': (bytes, at) =>
    bytes[at] === 0x8f && (bytes[at + 2] ?? 0) > 0xa0 ? 3 : pairAt(bytes, at, (lead) => lead > 0x8d && lead < 0xff),
};

function pairAt(bytes: Buffer, at: number, isLead: (byte: number) => boolean): number {
  const trail = bytes[at + 1];
  return isLead(bytes[at] as number) && trail !== undefined && trail >= 0x40 && trail !== 0x7f ? 2 : 1;
}

function lengthInChinese(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  if (lead <= 0x80 || lead === 0xff) return 1;
  const second = bytes[at + 1];
  if (second === undefined) return 1;
  if (isDigit(second)) {
    const third = bytes[at + 2] ?? 0;
    return third > 0x80 && third < 0xff && isDigit(bytes[at + 3]) ? 4 : 1;
  }
  return second < 0x40 || second === 0x7f ? 1 : 2;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function lastFree(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0; at--) if ((bytes[at] as number) < 0x30) return at;
  return -1;
}
