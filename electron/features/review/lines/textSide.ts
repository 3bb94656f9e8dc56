// One side of a change as lines of bytes. Lines are split by bytes, so that putting them together again is exact in any
// encoding; their text is for display only.

import type { TextFormat } from '../../../../shared/features/review/review.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { encodingNames, isUtf16 } from '../../../lib/textEncoding.ts';
import { decodeText, type TextFile } from '../../../tools/text/textFile.ts';

export interface TextSide {
  bytes: Buffer;
  file: TextFile;
  /** Where each line ends, its line break included. */
  ends: number[];
  /** Without line breaks. */
  texts: string[];
  /** The line break after each line; '' after the last one if the file does not end with one. */
  breaks: ('\n' | '\r\n' | '\r' | '')[];
}

/** Null for binary data. */
export async function decodeSide(bytes: Buffer): Promise<TextSide | null> {
  const file = await decodeText(bytes);
  if (file === null) return null;
  const text = file.encoding === null ? Buffer.from(file.text, 'latin1').toString('utf8') : file.text;
  // Without a line feed, carriage returns separate lines, as on old systems.
  const separator = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const slice = createTimeSlice();
  const ends = await lineEnds(bytes, file, separator, slice);
  const pieces = text.split(separator);
  await slice();
  const texts: string[] = [];
  const breaks: TextSide['breaks'] = [];
  const last = pieces.pop() ?? '';
  for (const [at, piece] of pieces.entries()) {
    const turn = at % 4_096 === 0 && slice();
    if (turn) await turn;
    const hasReturn = separator === '\n' && piece.endsWith('\r');
    texts.push(hasReturn ? piece.slice(0, -1) : piece);
    breaks.push(hasReturn ? '\r\n' : separator);
  }
  if (last !== '') {
    texts.push(last);
    breaks.push('');
  }
  // Otherwise bytes and text do not have the same lines.
  return ends.length === texts.length ? { bytes, file, ends, texts, breaks } : null;
}

async function lineEnds(
  bytes: Buffer,
  { encoding, mark }: TextFile,
  separator: '\n' | '\r',
  slice: () => Promise<void> | null,
): Promise<number[]> {
  const code = separator.charCodeAt(0);
  const wide = encoding !== null && isUtf16(encoding);
  const ends: number[] = [];
  for (let at = bytes.indexOf(code, mark.length); at >= 0; at = bytes.indexOf(code, at + 1)) {
    const turn = ends.length % 4_096 === 0 && slice();
    if (turn) await turn;
    if (!wide) ends.push(at + 1);
    else if (encoding === 'utf-16le' && at % 2 === 0 && bytes[at + 1] === 0) ends.push(at + 2);
    else if (encoding === 'utf-16be' && at % 2 === 1 && bytes[at - 1] === 0) ends.push(at + 1);
  }
  if (bytes.length > (ends.at(-1) ?? mark.length)) ends.push(bytes.length);
  return ends;
}

/** The line's bytes, including its line break; the first line includes the byte order mark. */
export function lineBytes({ bytes, ends }: TextSide, at: number): Buffer {
  return bytes.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
}

/** True if lines of both sides can be in one file. */
export function isMixable(one: TextSide, other: TextSide): boolean {
  if (one.file.encoding === other.file.encoding) {
    return one.file.encoding === null || !isUtf16(one.file.encoding) || one.file.mark.equals(other.file.mark);
  }
  return [one, other].some(({ bytes, file }) => isAscii(bytes) && file.mark.length === 0) && ![one, other].some(isWide);
}

function isWide({ file }: TextSide): boolean {
  return file.encoding !== null && isUtf16(file.encoding);
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Null for unmarked UTF-8 with line feeds. */
export function formatOf({ file: { encoding, mark }, breaks }: TextSide): TextFormat | null {
  const kinds = new Set(breaks.filter((each) => each !== ''));
  const [only] = kinds;
  const endings = kinds.size > 1 ? 'mixed' : only === '\r\n' ? 'crlf' : only === '\r' ? 'cr' : 'lf';
  const isMarked = mark.length > 0;
  if (encoding === 'utf-8' && !isMarked && endings === 'lf') return null;
  return { encoding: encoding && encodingNames[encoding], isMarked, endings };
}

export const emptySide: TextSide = {
  bytes: Buffer.alloc(0),
  file: { text: '', encoding: 'utf-8', mark: Buffer.alloc(0) },
  ends: [],
  texts: [],
  breaks: [],
};
