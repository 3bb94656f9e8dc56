// Pages of a text file for the viewer. A page has the characters that begin in its byte range, so that adjacent pages
// make up the file, whatever its size. Lines are counted once.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { FilePage } from '../../../shared/features/files/methods.ts';
import { type ByteSource, createLineIndex } from '../../lib/lineIndex.ts';
import { detectMarkedEncoding, isUtf16, type TextEncoding } from '../../lib/textEncoding.ts';
import type { OpenFile } from '../paths/openInside.ts';
import type { ScopedPath } from '../paths/realLocation.ts';
import { createCharacterBoundaries, type LongEncoding } from './characterEdges.ts';
import { createPageEncodings } from './pageEncoding.ts';

interface PageWish {
  /** Starts at 1; alternative to `offset`. */
  line?: number | undefined;
  /** Bytes. */
  offset: number;
  limit: number;
}

export type FilePages = (at: ScopedPath, file: OpenFile, head: Buffer, wish: PageWish) => Promise<Result<FilePage>>;

const feed = 10;

export function createFilePages(): FilePages {
  const index = createLineIndex();
  const encodings = createPageEncodings();
  const edges = createCharacterBoundaries();

  return async (at, { handle, stats }, head, wish) => {
    const buffers = new Map<number, Buffer>();
    const source: ByteSource = {
      size: stats.size,
      async read(position, length) {
        const buffer = buffers.get(length) ?? Buffer.allocUnsafe(length);
        buffers.set(length, buffer);
        const { bytesRead } = await handle.read(buffer, 0, length, position);
        return buffer.subarray(0, bytesRead);
      },
    };
    // A rewritten file is a different text.
    const key = `${at.root}\0${at.segments.join('/')}\0${stats.ino}:${stats.size}:${stats.mtimeMs}`;
    const encoding = await encodings.of(key, source, head);
    // Lines are counted in units as wide as the encoding's line feed.
    const [unit, units] = isUtf16(encoding) ? [2, unitsOf(source, encoding)] : [1, source];
    const edgeAt = (offset: number): Promise<number> =>
      isLong(encoding) ? edges.edgeAt(key, source, offset, encoding) : edgeNear(source, encoding, offset);

    const lineOffset = wish.line === undefined ? null : await index.lineStart(key, units, wish.line);
    const offset = lineOffset ? lineOffset.offset * unit : await edgeAt(Math.min(wish.offset, stats.size));
    // Relative to the requested offset, so that pages of equal length meet, wherever characters begin.
    const end = await edgeAt(Math.min((lineOffset ? offset : wish.offset) + wish.limit, stats.size));
    const begin = offset === 0 ? markLength(head) : offset;
    const bytes = end > begin ? Buffer.from(await source.read(begin, end - begin)) : Buffer.alloc(0);
    return ok({
      path: at.displayPath,
      text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes),
      offset,
      nextOffset: end < stats.size ? end : null,
      totalBytes: stats.size,
      firstLine: lineOffset?.line ?? (await index.lineAt(key, units, Math.floor(offset / unit))),
    });
  };
}

function markLength(head: Buffer): number {
  return detectMarkedEncoding(head)?.mark.length ?? 0;
}

type WideEncoding = 'utf-16le' | 'utf-16be';

const long: readonly TextEncoding[] = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'] satisfies LongEncoding[];

function isLong(encoding: TextEncoding): encoding is LongEncoding {
  return long.includes(encoding);
}

/** The first boundary at or after `offset`, if the bytes there reveal it. */
async function edgeNear(source: ByteSource, encoding: TextEncoding, offset: number): Promise<number> {
  if (offset <= 0 || offset >= source.size) return Math.min(offset, source.size);
  if (encoding !== 'utf-8' && !isUtf16(encoding)) return offset;
  if (!isUtf16(encoding)) {
    const bytes = await source.read(offset, 4);
    let at = 0;
    while (at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at++;
    return offset + at;
  }
  const even = offset + (offset % 2);
  const bytes = await source.read(even - 2, 4);
  const isPair = isSurrogate(bytes, 0, encoding, 0xd8) && isSurrogate(bytes, 2, encoding, 0xdc);
  return Math.min(isPair ? even + 2 : even, source.size);
}

/** `kind` is 0xd8 for a high surrogate, 0xdc for a low one. */
function isSurrogate(bytes: Buffer, at: number, encoding: WideEncoding, kind: number): boolean {
  return ((bytes[encoding === 'utf-16le' ? at + 1 : at] ?? 0) & 0xfc) === kind;
}

/** Maps two-byte units to one byte each, keeping line feeds in place. */
function unitsOf(source: ByteSource, encoding: WideEncoding): ByteSource {
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0];
  return {
    size: Math.floor(source.size / 2),
    async read(position, length) {
      const bytes = await source.read(position * 2, length * 2);
      const units = Buffer.alloc(Math.floor(bytes.length / 2));
      for (let at = 0; at < units.length; at++) {
        if (bytes[at * 2 + low] === feed && bytes[at * 2 + high] === 0) units[at] = feed;
      }
      return units;
    },
  };
}
