// The encodings for reading and writing text files, and their codec. Bytes decode only as a whole and only if encoding
// the text returns the same bytes, so that a file never changes its form.

import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { createTimeSlice } from './cooperativeYield.ts';

/**
 * Names from the WHATWG Encoding Standard, except `iso-8859-1`, which cannot hold what `windows-1252` has from 0x80 on.
 */
export type TextEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'gb18030'
  | 'big5'
  | 'shift_jis'
  | 'euc-jp'
  | 'euc-kr'
  | 'iso-8859-1'
  | 'windows-1252'
  | 'iso-8859-2'
  | 'windows-1250'
  | 'windows-1251'
  | 'koi8-r';

/** Display names for users and models. */
export const encodingNames: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  gb18030: 'GB18030',
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'iso-8859-1': 'ISO-8859-1',
  'windows-1252': 'Windows-1252',
  'iso-8859-2': 'ISO-8859-2',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'koi8-r': 'KOI8-R',
};

const marks: readonly (readonly ['utf-8' | 'utf-16le' | 'utf-16be', Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Detects the encoding by its byte-order mark; null without one. UTF-32 counts as binary. */
export function detectMarkedEncoding(head: Uint8Array): { encoding: TextEncoding; mark: Buffer } | null {
  for (const [encoding, mark] of marks) {
    if (!mark.equals(head.subarray(0, mark.length))) continue;
    if (encoding === 'utf-16le' && head.length >= 4 && head[2] === 0 && head[3] === 0) return null;
    return { encoding, mark };
  }
  return null;
}

/** In all others, control characters from U+0080 on represent undefined bytes. */
const unbroken: ReadonlySet<TextEncoding> = new Set(['utf-16le', 'utf-16be', 'gb18030']);

export function isUtf16(encoding: TextEncoding): encoding is 'utf-16le' | 'utf-16be' {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

/** `bytes` without a byte-order mark. Null: not text in this encoding, or encoding it would change the bytes. */
export function decodeBytes(bytes: Buffer, encoding: TextEncoding): string | null {
  if (encoding === 'utf-8') return isUtf8(bytes) ? bytes.toString('utf8') : null;
  if (isUtf16(encoding)) return decodeWide(bytes, encoding);
  const text = iconv.decode(bytes, encoding, { stripBOM: false });
  return isText(text, encoding) && encodeBytes(text, encoding).equals(bytes) ? text : null;
}

const pieceBytes = 32 * 1024;

/** Decodes any number of bytes in time slices. */
export async function decodeInSlices(bytes: Buffer, encoding: TextEncoding): Promise<string | null> {
  if (encoding === 'utf-8' || isUtf16(encoding)) return decodeBytes(bytes, encoding);
  const slice = createTimeSlice();
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  const encoder = iconv.getEncoder(encoding, { addBOM: false });
  let text = '';
  let written = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const turn = slice();
    if (turn) await turn;
    const isEnd = at + pieceBytes >= bytes.length;
    const piece = decoder.write(bytes.subarray(at, at + pieceBytes)) + ((isEnd && decoder.end()) || '');
    const ends = [encoder.write(piece), ...(isEnd ? [encoder.end()] : [])].filter((end) => end !== undefined);
    const back = Buffer.concat(ends);
    if (!isText(piece, encoding) || !back.equals(bytes.subarray(written, written + back.length))) return null;
    text += piece;
    written += back.length;
  }
  return written === bytes.length ? text : null;
}

function isText(text: string, encoding: TextEncoding): boolean {
  return !text.includes('\ufffd') && (unbroken.has(encoding) || !/[\x80-\x9f]/.test(text));
}

/** Preserves lone surrogates. */
function decodeWide(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): string | null {
  if (bytes.length % 2 !== 0) return null;
  const text = (encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le');
  return text.includes('\ufffd') ? null : text;
}

/** Replaces unencodable characters with a question mark: see `unencodable`. */
export function encodeBytes(text: string, encoding: TextEncoding): Buffer {
  if (isUtf16(encoding)) {
    const little = Buffer.from(text, 'utf16le');
    return encoding === 'utf-16le' ? little : little.swap16();
  }
  return encoding === 'utf-8' ? Buffer.from(text, 'utf8') : iconv.encode(text, encoding, { addBOM: false });
}

/** Returns the first character that the encoding cannot represent, or null. */
export function firstUnencodable(text: string, encoding: TextEncoding): string | null {
  if (encoding === 'utf-8' || isUtf16(encoding)) return null;
  if (iconv.decode(encodeBytes(text, encoding), encoding, { stripBOM: false }) === text) return null;
  for (const character of text) {
    if (iconv.decode(encodeBytes(character, encoding), encoding, { stripBOM: false }) !== character) return character;
  }
  return null;
}
