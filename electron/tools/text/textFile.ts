// Text and bytes of a file, both ways, so that what is not changed keeps every byte: byte order mark, encoding, and also
// bytes that are no valid UTF-8.

import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'bytes';

export interface TextFile {
  /** Without the byte order mark. With `bytes` every character stands for one byte. */
  text: string;
  encoding: TextEncoding;
  mark: Buffer;
}

const sniffedBytes = 8192;
const marks: readonly [TextEncoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** What the byte order mark says; null without one. UTF-32 is taken for binary. */
export function markedEncoding(head: Buffer): { encoding: TextEncoding; mark: Buffer } | null {
  for (const [encoding, mark] of marks) {
    if (!head.subarray(0, mark.length).equals(mark)) continue;
    if (encoding === 'utf-16le' && head.length >= 4 && head[2] === 0 && head[3] === 0) return null;
    return { encoding, mark };
  }
  return null;
}

/** True for what has no lines to show: a NUL near the beginning and no byte order mark that explains it. */
export function looksBinary(head: Buffer): boolean {
  const marked = markedEncoding(head);
  if (marked !== null && marked.encoding !== 'utf-8') return false;
  return head.subarray(0, sniffedBytes).includes(0);
}

/** Null when it is binary, or text that could not be written back byte for byte. */
export function decodeText(bytes: Buffer): TextFile | null {
  const marked = markedEncoding(bytes);
  const mark = marked?.mark ?? Buffer.alloc(0);
  const body = bytes.subarray(mark.length);
  if (marked && marked.encoding !== 'utf-8') {
    if (body.length % 2 !== 0) return null;
    const little = marked.encoding === 'utf-16le' ? body : Buffer.from(body).swap16();
    return { text: little.toString('utf16le'), encoding: marked.encoding, mark };
  }
  if (body.includes(0)) return null;
  if (isUtf8(body)) return { text: body.toString('utf8'), encoding: 'utf-8', mark };
  return { text: body.toString('latin1'), encoding: 'bytes', mark };
}

/** The bytes of `text` in the form that `like` has. */
export function encodeText(text: string, like: TextFile): Buffer {
  return Buffer.concat([like.mark, encodeBody(text, like.encoding)]);
}

function encodeBody(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, encoding === 'bytes' ? 'latin1' : 'utf8');
}

/** `text` of the model's as it appears in `file.text`. */
export function asWrittenIn(file: TextFile, text: string): string {
  return file.encoding === 'bytes' ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** `bytes` for people to read; null when it is binary. The byte order mark stays, so that its loss would show. */
export function readableText(bytes: Buffer): string | null {
  const file = decodeText(bytes);
  if (file === null) return null;
  const text = file.encoding === 'bytes' ? Buffer.from(file.text, 'latin1').toString('utf8') : file.text;
  return file.mark.length > 0 ? `\ufeff${text}` : text;
}
