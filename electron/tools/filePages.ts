// Pages of a text file of the folder, for the person who looks at it. A page has the characters that begin in its stretch of
// bytes, so that pages put side by side are the file, whatever its size. What it says of lines is counted once.

import { fail, ok, type Result } from '../../shared/errors.ts';
import { createLineIndex } from '../lib/lineIndex.ts';
import type { FolderFilePage } from '../ports/folderFiles.ts';
import { chineseText } from './chineseText.ts';
import type { OpenFile } from './openInside.ts';
import type { ScopedPath } from './pathScope.ts';
import { markedEncoding } from './textFile.ts';

export interface PageWish {
  /** From 1; in place of `offset`. */
  line?: number | undefined;
  /** Bytes. */
  offset: number;
  limit: number;
}

export type FilePages = (
  at: ScopedPath,
  file: OpenFile,
  head: Buffer,
  wish: PageWish,
) => Promise<Result<FolderFilePage>>;

const feed = 10;

export function createFilePages(): FilePages {
  const index = createLineIndex();

  return async (at, { handle, stats }, head, wish) => {
    const buffers = new Map<number, Buffer>();
    const source = {
      size: stats.size,
      async read(position: number, length: number) {
        const buffer = buffers.get(length) ?? Buffer.allocUnsafe(length);
        buffers.set(length, buffer);
        const { bytesRead } = await handle.read(buffer, 0, length, position);
        return buffer.subarray(0, bytesRead);
      },
    };
    const wide = wideEncoding(head);
    if (wide !== null) return widePage(at, source, wide, wish);
    // A file that is written anew is another text.
    const key = `${at.root}\0${at.segments.join('/')}\0${stats.ino}:${stats.size}:${stats.mtimeMs}`;
    const place =
      wish.line === undefined
        ? { offset: Math.min(wish.offset, stats.size), line: 0 }
        : await index.lineStart(key, source, wish.line);
    const asked = await source.read(place.offset, wish.limit + 4);
    const bytes = Buffer.from(asked);
    const begin = place.offset === 0 ? markLength(head) : nextCharacter(bytes, 0);
    const end = nextCharacter(bytes, Math.min(wish.limit, bytes.length));
    const text = decode(bytes.subarray(begin, end), head, place.offset + end < stats.size);
    if (!text.ok) return text;
    const offset = place.offset === 0 ? 0 : place.offset + begin;
    const next = place.offset + end;
    return ok({
      path: at.shown,
      text: text.value,
      offset,
      nextOffset: next < stats.size && bytes.length > 0 ? next : null,
      totalBytes: stats.size,
      firstLine: place.line > 0 ? place.line : await index.lineAt(key, source, offset),
    });
  };
}

/** Not inside of a character of UTF-8. */
function nextCharacter(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && at - from < 4 && ((bytes[at] as number) & 0xc0) === 0x80) at++;
  return at;
}

function markLength(head: Buffer): number {
  return markedEncoding(head)?.mark.length ?? 0;
}

function decode(bytes: Buffer, head: Buffer, goesOn: boolean): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // Another encoding than the beginning has shown, or bytes that are no text: shown, with marks where nothing fits.
    const chinese = chineseText(bytes, { cut: goesOn, around: head });
    return ok(chinese ?? bytes.toString('utf8'));
  }
}

function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const encoding = markedEncoding(head)?.encoding;
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? encoding : null;
}

/** Files of two bytes a character are rare and small: read whole, up to a bound, so that their lines can be told. */
const mostWide = 16 * 1024 * 1024;

async function widePage(
  at: ScopedPath,
  source: { size: number; read(position: number, length: number): Promise<Buffer> },
  encoding: 'utf-16le' | 'utf-16be',
  { line, offset, limit }: PageWish,
): Promise<Result<FolderFilePage>> {
  if (source.size > mostWide) {
    return fail('TOOL_EXEC_FAILED', 'It is UTF-16 text, and too large to be shown. Save it as UTF-8.');
  }
  const text = new TextDecoder(encoding).decode(await source.read(0, source.size));
  const bytes = Buffer.from(text, 'utf8');
  let start = Math.min(offset, bytes.length);
  for (let number = 1, from = 0; line !== undefined && number <= line; number++) {
    start = from;
    const found = bytes.indexOf(feed, from);
    if (found < 0 || found + 1 >= bytes.length) break;
    from = found + 1;
  }
  const begin = nextCharacter(bytes, start);
  const end = nextCharacter(bytes, Math.min(bytes.length, begin + limit));
  let firstLine = 1;
  for (let found = bytes.indexOf(feed); found >= 0 && found < begin; found = bytes.indexOf(feed, found + 1))
    firstLine++;
  return ok({
    path: at.shown,
    text: bytes.toString('utf8', begin, end),
    offset: begin,
    nextOffset: end < bytes.length ? end : null,
    totalBytes: bytes.length,
    firstLine,
  });
}
