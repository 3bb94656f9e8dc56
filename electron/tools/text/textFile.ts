// Decodes and encodes a file so that edits keep its form: byte order mark, encoding, line endings, and undecodable bytes.

import { isUtf8 } from 'node:buffer';
import { detectEncoding } from '../../lib/detectEncoding.ts';
import {
  decodeInSlices,
  detectMarkedEncoding,
  encodeBytes,
  encodingNames,
  firstUnencodable,
  isUtf16,
  type TextEncoding,
} from '../../lib/textEncoding.ts';
import { convertCrlfToLf, countEndings, dominantEnding, type EndingCounts } from './replaceText.ts';

export interface TextFile {
  /** Without the byte order mark. If the encoding is null, every character is one byte. */
  text: string;
  /** Null if unknown, or if it would not round-trip. */
  encoding: TextEncoding | null;
  mark: Buffer;
}

const sniffedBytes = 8192;

/** True for binary data: a NUL near the beginning that no byte order mark explains. */
export function looksBinary(head: Buffer): boolean {
  const marked = detectMarkedEncoding(head);
  return !(marked !== null && isUtf16(marked.encoding)) && head.subarray(0, sniffedBytes).includes(0);
}

/** The same, but accepts UTF-16 without a mark. `cut`: the file continues after `head`. */
export async function isBinary(head: Buffer, cut: boolean): Promise<boolean> {
  return looksBinary(head) && (await detectEncoding(cut ? head.subarray(0, head.length & ~1) : head, { cut })) === null;
}

/** Null for binary data, or text that would not round-trip. */
export async function decodeText(bytes: Buffer): Promise<TextFile | null> {
  const marked = detectMarkedEncoding(bytes);
  const mark = marked?.mark ?? Buffer.alloc(0);
  const body = bytes.subarray(mark.length);
  if (marked !== null && isUtf16(marked.encoding)) {
    if (body.length % 2 !== 0) return null;
    const little = marked.encoding === 'utf-16le' ? body : Buffer.from(body).swap16();
    return { text: little.toString('utf16le'), encoding: marked.encoding, mark };
  }
  const encoding = marked?.encoding ?? (await detectEncoding(body));
  const text = encoding === null ? null : await decodeInSlices(body, encoding);
  if (text !== null) return { text, encoding, mark };
  return body.includes(0) ? null : { text: body.toString('latin1'), encoding: null, mark };
}

/** Encodes `text` in the form of `like`. */
export function encodeText(text: string, like: TextFile): Buffer {
  const body = like.encoding === null ? Buffer.from(text, 'latin1') : encodeBytes(text, like.encoding);
  return Buffer.concat([like.mark, body]);
}

/** A model's `text` as it appears in `file.text`. */
export function toFileText(file: TextFile, text: string): string {
  return file.encoding === null ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Why a model's `text` cannot be put into the file; null if it can. `path` is for the message. */
export function unencodableReason(file: TextFile, text: string, path: string): string | null {
  if (file.encoding === null) {
    const isAscii = !/[^\0-\x7f]/.test(text);
    if (isAscii || isDamagedUtf8(file)) return null;
    return `the encoding of "${path}" is not known, so only ASCII characters can be put into it; nothing was changed. Convert the file to UTF-8 with run_command first, or write the characters as escapes if its format has them.`;
  }
  const character = firstUnencodable(text, file.encoding);
  if (character === null) return null;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `"${path}" is in ${encodingNames[file.encoding]}, which has no "${character}" (${code}), so nothing was changed. Use characters of that encoding, or convert the file to UTF-8 with run_command first.`;
}

/**
 * Whether a match of `text` may begin inside a character: in multi-byte encodings, bytes from 0x30 on may end one. Only
 * for unknown encodings.
 */
export function mayMatchMidCharacter(file: TextFile, text: string): boolean {
  if (file.encoding !== null || !/^[0-~]/.test(text) || isDamagedUtf8(file)) return false;
  const begin = text.split('\n')[0]?.replace(/\r$/, '') ?? '';
  for (let at = file.text.indexOf(begin); at >= 0; at = file.text.indexOf(begin, at + 1)) {
    if (file.text.charCodeAt(at - 1) >= 0x80) return true;
  }
  return false;
}

/** Mostly valid UTF-8 with a few damaged bytes: most non-ASCII bytes form valid characters. */
function isDamagedUtf8(file: TextFile): boolean {
  if (file.encoding !== null) return false;
  const text = Buffer.from(file.text, 'latin1').toString('utf8');
  let [longer, damaged] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) damaged++;
    else if (unit > 0x7f) longer++;
  }
  return longer >= 4 && longer >= 4 * damaged;
}

/** The full content for a model's `text` in the form of the file it replaces. */
export function encodeReplacement(file: TextFile, text: string): Buffer {
  const counts = countEndings(file.text);
  const isMixed = counts['\r\n'] > 0 && counts['\n'] > 0;
  const isOneLine = counts['\r\n'] === 0 && counts['\n'] === 0 && counts['\r'] === 0;
  const plain = text.replace(/^\ufeff/, '');
  const isGiven = isOneLine || (isMixed && plain.includes('\r\n'));
  const body = isGiven ? plain : convertCrlfToLf(plain).replaceAll('\n', dominantEnding(file.text));
  return encodeText(toFileText(file, body), file);
}

export interface TextForm {
  encoding: TextEncoding | null;
  isMarked: boolean;
  /** Almost all of it is UTF-8. */
  isDamaged?: boolean;
  counts: EndingCounts;
}

/** Describes the form of a file that is not unmarked UTF-8 with line feeds; null otherwise. */
export function describeTextForm({ encoding, isMarked, isDamaged, counts }: TextForm): string | null {
  const name =
    encoding === null ? (isDamaged ? 'UTF-8 with damaged bytes' : 'unknown encoding') : encodingNames[encoding];
  const endings = endingsOf(counts);
  if (encoding === 'utf-8' && !isMarked && endings === null) return null;
  return `${name}${isMarked ? ' with a byte order mark' : ''}${endings === null ? '' : `, ${endings}`}`;
}

export function describeFileForm(file: TextFile): string | null {
  const isMarked = file.mark.length > 0;
  return describeTextForm({
    encoding: file.encoding,
    isMarked,
    isDamaged: isDamagedUtf8(file),
    counts: countEndings(file.text),
  });
}

function endingsOf(counts: EndingCounts): string | null {
  if (counts['\r\n'] > 0 && counts['\n'] > 0) return `mixed line endings (${counts['\r\n']} CRLF, ${counts['\n']} LF)`;
  if (counts['\r\n'] > 0) return 'CRLF line endings';
  return counts['\n'] === 0 && counts['\r'] > 0 ? 'CR line endings' : null;
}

/** `bytes` as text for the user; null for binary data. Keeps the byte order mark, so that losing it is visible. */
export async function readableText(bytes: Buffer): Promise<string | null> {
  const file = await decodeText(bytes);
  return file === null ? null : lossyText(file);
}

/** Invalid bytes become U+FFFD. */
export function lossyText(file: TextFile): string {
  const text = file.encoding === null ? Buffer.from(file.text, 'latin1').toString('utf8') : file.text;
  return file.mark.length > 0 ? `\ufeff${text}` : text;
}

/** The same without the mark, and with line feeds for lone carriage returns. */
export function unmarkedText(file: TextFile): string {
  const text = lossyText({ ...file, mark: Buffer.alloc(0) });
  return dominantEnding(text) === '\r' ? text.replaceAll('\r', '\n') : text;
}

/** Decodes `bytes` like `like` for a comparison, or in their own encoding if that fails. */
export async function decodeLike(bytes: Buffer, like: TextFile): Promise<string | null> {
  const body = bytes.subarray(like.mark.length);
  const isSame = like.mark.equals(bytes.subarray(0, like.mark.length));
  if (!isSame || like.encoding === null || isUtf8(bytes)) return readableText(bytes);
  const text = await decodeInSlices(body, like.encoding);
  return text === null ? readableText(bytes) : lossyText({ ...like, text });
}
