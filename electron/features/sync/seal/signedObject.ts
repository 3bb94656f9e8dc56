// The plaintext of a sealed object: a line about it, the signature of that line, and the content.

import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';
import { z } from 'zod';
import { maxObjectBytes } from '../remote/remoteFault.ts';

const headerSchema = z.object({
  v: z.literal(1),
  device: z.string(),
  /** The object's name in the store, below the user's prefix. */
  name: z.string(),
  encoding: z.enum(['gzip', 'none']),
  /** Hash of the content as it follows. */
  sha256: z.string(),
});

type SignedHeader = z.infer<typeof headerSchema>;

/** Smaller contents do not shrink enough to be worth it. */
const minZippedBytes = 200;
/** More would keep the event loop from its other work for over a millisecond. */
const maxAtOnceBytes = 256 * 1024;
const newline = 0x0a;
const maxHeaderBytes = 4096;

function signedBytes(line: string): Buffer {
  return Buffer.from(`throughline sync object 1\n${line}`, 'utf8');
}

export async function signObject(device: string, key: KeyObject, name: string, body: Uint8Array): Promise<Uint8Array> {
  const zipped = body.length < minZippedBytes ? null : await promisify(gzip)(body);
  const isSmaller = zipped !== null && zipped.length < body.length;
  const content = isSmaller ? zipped : body;
  const header: SignedHeader = {
    ...{ v: 1, device, name, encoding: isSmaller ? 'gzip' : 'none' },
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const line = JSON.stringify(header);
  const signature = sign(null, signedBytes(line), key).toString('base64');
  return byteView(Buffer.concat([Buffer.from(`${line}\n${signature}\n`, 'utf8'), content]));
}

export interface UnverifiedObject {
  header: SignedHeader;
  content: Uint8Array;
  isSignedBy(key: KeyObject): boolean;
}

/** Null if the bytes have another form. */
export function parseObject(bytes: Uint8Array): UnverifiedObject | null {
  const lineEnd = bytes.indexOf(newline);
  const signatureEnd = bytes.indexOf(newline, lineEnd + 1);
  if (lineEnd < 0 || signatureEnd < 0 || signatureEnd > maxHeaderBytes) return null;
  const line = Buffer.from(bytes.subarray(0, lineEnd)).toString('utf8');
  const signature = Buffer.from(Buffer.from(bytes.subarray(lineEnd + 1, signatureEnd)).toString('latin1'), 'base64');
  const header = headerSchema.safeParse(parseJson(line));
  if (!header.success) return null;
  const content = bytes.subarray(signatureEnd + 1);
  return { header: header.data, content, isSignedBy: (key) => verify(null, signedBytes(line), key, signature) };
}

/** Null if the content is not the signed one. */
export async function readContent({ header, content }: UnverifiedObject): Promise<Uint8Array | null> {
  if (createHash('sha256').update(content).digest('hex') !== header.sha256) return null;
  if (header.encoding === 'none') return content;
  return (
    unzipAtOnce(content) ?? promisify(gunzip)(content, { maxOutputLength: maxObjectBytes }).then(byteView, () => null)
  );
}

/**
 * Null if it is large, or not as `signObject` zips it. Into one buffer of the size that the last bytes state: a stream takes several and
 * joins them, and by then they are too old for the quick collections.
 */
function unzipAtOnce(content: Uint8Array): Uint8Array | null {
  if (content.length < 4) return null;
  const size = new DataView(content.buffer, content.byteOffset).getUint32(content.length - 4, true);
  if (size === 0 || size > maxAtOnceBytes) return null;
  try {
    // With one byte more, it need not ask for a second buffer; 64 is the least.
    return byteView(gunzipSync(content, { chunkSize: Math.max(64, size + 1), maxOutputLength: size }));
  } catch {
    return null;
  }
}

/** The same bytes without a copy, not as a Buffer. */
export function byteView({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, length);
}

/** Null if it is no JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
  } catch {
    return null;
  }
}
