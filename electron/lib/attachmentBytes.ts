// What kind of attachment bytes are, told by the bytes and not by a name, and the bytes as they are kept: images and PDF as
// they are, text as UTF-8. What models could not be sent is refused here: a message that names it could never be sent.

import { isUtf8 } from 'node:buffer';
import { mostTextBytes, pdfType, plainTextType } from '../../shared/attachmentLimits.ts';
import { checkImage } from '../../shared/checkImage.ts';
import { imageType } from '../../shared/imageType.ts';

export type ReadAttachment =
  | { ok: true; mediaType: string; bytes: Buffer }
  /** `problem`: what follows the name in a sentence: "is damaged". */
  | { ok: false; problem: string };

/** A PDF may have other bytes before its head (PDF 1.7, annex H: within the first 1024). */
const pdfHeadWithin = 1024;

export function readAttachmentBytes(bytes: Buffer): ReadAttachment {
  if (bytes.length === 0) return { ok: false, problem: 'is empty' };
  if (imageType(bytes) !== null) {
    const image = checkImage(bytes);
    return image.sound ? { ok: true, mediaType: image.type, bytes } : { ok: false, problem: image.problem };
  }
  if (isPdf(bytes)) {
    if (bytes.lastIndexOf('%%EOF') < 0) return { ok: false, problem: 'begins like a PDF and is not a whole one' };
    return { ok: true, mediaType: pdfType, bytes };
  }
  const text = utf8Of(bytes);
  if (text === null) {
    return { ok: false, problem: 'is no image (PNG, JPEG, GIF, WebP), no PDF and no text in UTF-8 or UTF-16' };
  }
  if (text.length > mostTextBytes) {
    return { ok: false, problem: `is a text of more than ${mostTextBytes / 1024 / 1024} MB` };
  }
  return text.length === 0 ? { ok: false, problem: 'is empty' } : { ok: true, mediaType: plainTextType, bytes: text };
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, pdfHeadWithin).includes('%PDF-');
}

/** Without a byte order mark; null for what is no text. */
function utf8Of(bytes: Buffer): Buffer | null {
  const [first, second, third] = bytes;
  const little = first === 0xff && second === 0xfe;
  if (little || (first === 0xfe && second === 0xff)) {
    if (bytes.length > 2 * mostTextBytes) return bytes;
    try {
      const text = new TextDecoder(little ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : Buffer.from(text, 'utf8');
    } catch {
      return null;
    }
  }
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

/** Bytes of a page where the pages cannot be counted from outside. */
const usualPageBytes = 50_000;

/** About how many pages a PDF has: where its objects are packed, told by its size. At least 1. */
export function pdfPages(bytes: Buffer): number {
  let pages = 0;
  for (let at = bytes.indexOf('/Page'); at >= 0; at = bytes.indexOf('/Page', at + 5)) {
    const next = bytes[at + 5] ?? 0;
    const isWord = (next >= 0x41 && next <= 0x5a) || (next >= 0x61 && next <= 0x7a);
    if (!isWord && /\/Type\s*$/.test(bytes.toString('latin1', Math.max(0, at - 12), at))) pages++;
  }
  return pages > 0 ? pages : Math.max(1, Math.ceil(bytes.length / usualPageBytes));
}
