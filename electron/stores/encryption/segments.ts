// The format of an encrypted file: a header, then one segment for each write, in order. Nothing is ever overwritten, so
// a write that a crash cuts off costs only itself, as in a plain log.
//
//   header:  "TLSEALED", version (1 byte), layout (1), 2 zero bytes, key id (8), salt (16)
//   segment: length (4), number (4), offset (6), size of the content afterwards (6), nonce (12),
//            ciphertext (length), tag (16), length again (4)
//
// AES-256-GCM with a random nonce; the first 20 bytes are authenticated, too, so segments can't be moved, repeated or
// resized. Each file has its own key, derived with HKDF-SHA-256 from the data key and its salt, so that no segment fits
// into another file. A segment without content truncates the file to `size`. Numbers are big-endian.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from '../files/disk.ts';

const magic = Buffer.from('TLSEALED');
const version = 1;
export const headerBytes = 36;
const saltAt = 20;
const boundBytes = 20;
export const segmentHeadBytes = 32;
export const segmentTailBytes = 20;
const nonceBytes = 12;
/** Larger writes become several segments, because a segment can only be decrypted whole. */
export const maxSegmentBytes = 64 * 1024;

/** `log`: segments, as described here. `blocks`: see blockFile.ts. */
export type Layout = 'log' | 'blocks';

export interface FileHeader {
  layout: Layout;
  keyId: Buffer;
  salt: Buffer;
}

export interface Segment {
  /** Position in the file. */
  start: number;
  /** Bytes of content; 0 for a truncation. */
  length: number;
  number: number;
  /** Offset of its content. */
  at: number;
  /** Size of the whole content after this write. */
  size: number;
}

export const segmentEnd = (segment: Segment): number =>
  segment.start + segmentHeadBytes + segment.length + segmentTailBytes;

export function newHeader(key: DataKey, layout: Layout): Buffer {
  return Buffer.concat([magic, Buffer.from([version, layout === 'log' ? 0 : 1, 0, 0]), key.id, randomBytes(16)]);
}

/** `torn`: the beginning of a header whose write was cut off. `foreign`: of a later version. Null: not encrypted. */
export function readHeader(bytes: Buffer): FileHeader | 'torn' | 'foreign' | null {
  const start = bytes.subarray(0, magic.length);
  if (start.length === 0 || !start.equals(magic.subarray(0, start.length))) return null;
  if (bytes.length < headerBytes) return 'torn';
  const layout = bytes[magic.length + 1];
  if (bytes[magic.length] !== version || (layout !== 0 && layout !== 1)) return 'foreign';
  return {
    layout: layout === 0 ? 'log' : 'blocks',
    keyId: bytes.subarray(12, saltAt),
    salt: bytes.subarray(saltAt, headerBytes),
  };
}

/** True for the first bytes of an encrypted file of any version. */
export function isEncryptedStart(bytes: Buffer): boolean {
  return bytes.length >= magic.length && readHeader(bytes) !== null;
}

export function fileKeyOf(key: DataKey, header: FileHeader): Buffer {
  return Buffer.from(hkdfSync('sha256', key.secret, header.salt, 'throughline file 1', 32));
}

/** Reads a segment's first bytes. Null if they can't be one. Not authenticated yet. */
export function readSegmentHead(head: Buffer, start: number): Segment | null {
  if (head.length < segmentHeadBytes) return null;
  const length = head.readUInt32BE(0);
  const at = head.readUIntBE(8, 6);
  const size = head.readUIntBE(14, 6);
  if (length > maxSegmentBytes || (length > 0 && at + length > size)) return null;
  return { start, length, number: head.readUInt32BE(4), at, size };
}

export function encryptSegment(fileKey: Buffer, what: Omit<Segment, 'start' | 'length'>, content: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(segmentHeadBytes + content.length + segmentTailBytes);
  bytes.writeUInt32BE(content.length, 0);
  bytes.writeUInt32BE(what.number, 4);
  bytes.writeUIntBE(what.at, 8, 6);
  bytes.writeUIntBE(what.size, 14, 6);
  const nonce = randomBytes(nonceBytes);
  nonce.copy(bytes, boundBytes);
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonce);
  cipher.setAAD(bytes.subarray(0, boundBytes));
  cipher.update(content).copy(bytes, segmentHeadBytes);
  cipher.final();
  cipher.getAuthTag().copy(bytes, segmentHeadBytes + content.length);
  bytes.writeUInt32BE(content.length, bytes.length - 4);
  return bytes;
}

/** Returns the content of a whole segment, or null if it is damaged or of another key. */
export function decryptSegment(fileKey: Buffer, segment: Buffer): Buffer | null {
  const contentEnd = segment.length - segmentTailBytes;
  if (contentEnd < segmentHeadBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', fileKey, segment.subarray(boundBytes, segmentHeadBytes), {
    authTagLength: 16,
  });
  decipher.setAAD(segment.subarray(0, boundBytes));
  decipher.setAuthTag(segment.subarray(contentEnd, contentEnd + 16));
  const content = decipher.update(segment.subarray(segmentHeadBytes, contentEnd));
  try {
    decipher.final();
    return content;
  } catch {
    return null;
  }
}
