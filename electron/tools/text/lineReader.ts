// A page of lines of a file of any size. Holds only the page and counts the rest.

import type { FileHandle } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { firstCharacters } from '../../lib/text.ts';
import { detectMarkedEncoding, type TextEncoding } from '../../lib/textEncoding.ts';

export interface LinePage {
  lines: { number: number; text: string; cut: boolean }[];
  /** Lines in the whole file. */
  total: number;
  /** The line to continue with, if the page was full before its last line. */
  nextLine: number | null;
}

export interface LineWindow {
  /** First line, starting at 1. */
  offset: number;
  /** Maximum lines. */
  limit: number;
  /** Maximum UTF-8 bytes of the page; it always has at least one line. */
  maxBytes: number;
  /** Longer lines are truncated to this many characters. */
  maxCharacters: number;
}

const chunkBytes = 256 * 1024;
const newline = 10;

/** Reads UTF-8 chunks to the end or until the signal aborts. Invalid bytes and NUL become U+FFFD. */
export async function readLineWindow(
  chunks: AsyncIterable<Buffer>,
  window: LineWindow,
  signal: AbortSignal,
): Promise<LinePage> {
  const page = createPage(window);
  for await (const chunk of chunks) {
    if (signal.aborted) break;
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(newline, from);
      if (at === -1) break;
      page.add(chunk.subarray(from, at));
      page.endLine();
      from = at + 1;
    }
    page.add(chunk.subarray(from));
  }
  return page.end();
}

function createPage(window: LineWindow) {
  const lines: LinePage['lines'] = [];
  const readLimit = window.maxCharacters * 4 + 4;
  let number = 1;
  let pieces: Buffer[] = [];
  let keptLength = 0;
  let length = 0;
  let pageBytes = 0;
  let nextLine: number | null = null;

  const isWanted = (): boolean => nextLine === null && number >= window.offset && lines.length < window.limit;

  function endLine(): void {
    if (isWanted()) take(Buffer.concat(pieces).toString('utf8').replaceAll('\0', '\ufffd'));
    else if (nextLine === null && lines.length > 0) nextLine = number;
    pieces = [];
    keptLength = 0;
    length = 0;
    number++;
  }

  function take(text: string): void {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    const visibleLine = firstCharacters(line, window.maxCharacters);
    const bytes = Buffer.byteLength(visibleLine) + 8;
    if (lines.length > 0 && pageBytes + bytes > window.maxBytes) {
      nextLine = number;
      return;
    }
    pageBytes += bytes;
    lines.push({ number, text: visibleLine, cut: visibleLine.length < line.length || length > keptLength });
  }

  return {
    add(bytes: Buffer): void {
      length += bytes.length;
      if (!isWanted() || keptLength >= readLimit) return;
      const piece = Buffer.from(bytes.subarray(0, readLimit - keptLength));
      pieces.push(piece);
      keptLength += piece.length;
    },
    endLine,
    end(): LinePage {
      if (length > 0) endLine();
      return { lines, total: number - 1, nextLine };
    },
  };
}

/**
 * The file as UTF-8 without its byte order mark; decoded as `encoding` if it has none. A chunk is valid until the next
 * one is requested.
 */
export async function* utf8Chunks(handle: FileHandle, encoding: TextEncoding = 'utf-8'): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let position = 0;
  let decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    let chunk = buffer.subarray(0, bytesRead);
    if (position === 0) {
      const marked = detectMarkedEncoding(chunk);
      if (marked) {
        chunk = chunk.subarray(marked.mark.length);
        if (marked.encoding !== 'utf-8') decoder = new TextDecoder(marked.encoding);
      }
    }
    position += bytesRead;
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: bytesRead > 0 }));
    else yield chunk;
    if (bytesRead === 0) return;
  }
}
