// Detects an attachment's type from its bytes rather than its name, and returns the bytes to store: images and PDFs
// unchanged, text converted to UTF-8 from any common encoding. Rejects what no model accepts, since a message with it
// could never be sent.

import { isUtf8 } from 'node:buffer';
import { maxTextBytes, pdfType, plainTextType } from '../../shared/conversation/attachmentLimits.ts';
import { imageType } from '../../shared/core/imageType.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { checkImage } from './checkImage.ts';
import { looksChinese } from './chineseText.ts';
import { createTimeSlice } from './cooperativeYield.ts';
import { detectEncoding } from './detectEncoding.ts';
import { decodePlainText, detectUtf16 } from './plainText.ts';
import { decodeBytes } from './textEncoding.ts';

export type ReadAttachment =
  | { ok: true; mediaType: string; bytes: Buffer }
  /** `problem`: follows the name in a sentence: "is damaged". */
  | { ok: false; problem: Sentence };

/** Other bytes may precede a PDF's header (PDF 1.7, annex H: within the first 1024). */
const pdfHeadWithin = 1024;

export async function readAttachmentBytes(bytes: Buffer): Promise<ReadAttachment> {
  if (bytes.length === 0) return { ok: false, problem: say`is empty` };
  if (imageType(bytes) !== null) {
    const image = checkImage(bytes);
    return image.sound ? { ok: true, mediaType: image.type, bytes } : { ok: false, problem: image.problem };
  }
  if (isPdf(bytes)) {
    if (bytes.lastIndexOf('%%EOF') < 0) return { ok: false, problem: say`is an incomplete PDF` };
    return { ok: true, mediaType: pdfType, bytes };
  }
  const text = await textAsUtf8(bytes);
  if (text === null) {
    return {
      ok: false,
      problem: say`is not an image (PNG, JPEG, GIF, WebP), a PDF, or text in a known encoding; save text as UTF-8`,
    };
  }
  if (text.length > maxTextBytes) {
    return { ok: false, problem: say`is text of more than ${(maxTextBytes / 1024 / 1024).toFixed(1)} MB` };
  }
  return text.length === 0
    ? { ok: false, problem: say`is empty` }
    : { ok: true, mediaType: plainTextType, bytes: text };
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, pdfHeadWithin).includes('%PDF-');
}

/** Converts common encodings to UTF-8 without a byte-order mark; null if it is not text. */
async function textAsUtf8(bytes: Buffer): Promise<Buffer | null> {
  if (isUtf8(bytes) && !bytes.includes(0)) return hasMark(bytes) ? bytes.subarray(3) : bytes;
  // Too large in any encoding, so it is rejected before decoding.
  const sample = bytes.subarray(0, 64 * 1024);
  if (bytes.length > 2 * maxTextBytes && detectUtf16(sample) !== null) return bytes;
  if (bytes.length > maxTextBytes && looksChinese(sample)) return bytes;
  const encoding = bytes.length > maxTextBytes ? null : await detectEncoding(bytes);
  const text = decodePlainText(bytes) ?? (encoding && decodeBytes(bytes, encoding));
  return text === null ? null : Buffer.from(text, 'utf8');
}

function hasMark([first, second, third]: Buffer): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** Bytes per page when the pages cannot be counted. */
const defaultPageBytes = 50_000;

/** Estimates a PDF's page count, by its size if its objects are compressed. At least 1. Runs in time slices. */
export async function estimatePdfPages(bytes: Buffer): Promise<number> {
  let pages = 0;
  const slice = createTimeSlice();
  for (let from = 0; from < bytes.length; from += searchedBytes) {
    // A name may start in this chunk and end after it.
    const stretch = bytes.subarray(0, Math.min(bytes.length, from + searchedBytes + pageName.length - 1));
    for (let at = stretch.indexOf(pageName, from); at >= 0; at = stretch.indexOf(pageName, at + pageName.length)) {
      if (!isLetter(bytes[at + pageName.length]) && followsType(bytes, at)) pages++;
    }
    const turn = slice();
    if (turn) await turn;
  }
  return pages > 0 ? pages : estimatePdfPagesBySize(bytes.length);
}

/** Estimates by size alone. */
export function estimatePdfPagesBySize(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / defaultPageBytes));
}

const pageName = Buffer.from('/Page');
const typeName = Buffer.from('/Type');
const searchedBytes = 256 * 1024;
/** Maximum white space between `/Type` and its value. */
const maxSpace = 7;

function isLetter(byte = 0): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Returns whether `/Type` precedes `at`, with only white space in between. */
function followsType(bytes: Buffer, at: number): boolean {
  let end = at;
  while (end > 0 && at - end < maxSpace && isSpace(bytes[end - 1])) end--;
  const from = end - typeName.length;
  return from >= 0 && bytes.compare(typeName, 0, typeName.length, from, end) === 0;
}

/** PDF 1.7, 7.2.2. */
function isSpace(byte = -1): boolean {
  return byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
}

/** Divisible by three, so that only the last chunk is padded. */
const pieceBytes = 768 * 1024;

/** Encodes large data as base64 in slices, so that it does not block the event loop. */
export async function encodeBase64InSlices(bytes: Buffer): Promise<string> {
  const pieces: string[] = [];
  const slice = createTimeSlice();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.toString('base64', at, Math.min(bytes.length, at + pieceBytes)));
    const turn = slice();
    if (turn) await turn;
  }
  return pieces.join('');
}
