// The tar headers of a backup: POSIX ustar, with a pax header for a long or non-ASCII name or a size over 8 GB. Reading is strict:
// a header whose checksum is wrong is damage, and the reader looks for the next one.

export const blockBytes = 512;

export interface TarHeader {
  name: string;
  size: number;
  /** `file`, `pax` (describes the next entry), `folder`, or anything else, which a backup never has. */
  kind: 'file' | 'pax' | 'folder' | 'other';
}

const maxPlainSize = 8 ** 11 - 1;
const checksumAt = 148;

/** The header blocks of a regular file. */
export function encodeHeader(name: string, size: number, mtimeMs: number): Buffer {
  const plain = splitName(name);
  if (plain && size <= maxPlainSize) return headerBlock(plain, size, mtimeMs, '0');
  const records = [paxRecord('path', name), ...(size > maxPlainSize ? [paxRecord('size', String(size))] : [])];
  const body = Buffer.from(records.join(''), 'utf8');
  const short = { prefix: '', name: 'long-name' };
  return Buffer.concat([
    headerBlock({ prefix: '', name: 'pax-header' }, body.length, mtimeMs, 'x'),
    body,
    Buffer.alloc(paddingAfter(body.length)),
    headerBlock(short, Math.min(size, maxPlainSize), mtimeMs, '0'),
  ]);
}

/** Zero bytes after `size` bytes of content. */
export function paddingAfter(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** Null if the block is not a valid header. */
export function decodeHeader(block: Buffer): TarHeader | null {
  if (block.toString('latin1', 257, 262) !== 'ustar') return null;
  if (octal(block, checksumAt, 8) !== checksum(block)) return null;
  const size = octal(block, 124, 12);
  if (size === null) return null;
  const [prefix, name] = [text(block, 345, 155), text(block, 0, 100)];
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, kind: kindOf(block[156] as number) };
}

/** Null if damaged. */
export function decodePax(body: Buffer): Map<string, string> | null {
  const records = new Map<string, string>();
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const length = space < 0 ? Number.NaN : Number(body.toString('latin1', at, space));
    if (!Number.isInteger(length) || length <= space - at || at + length > body.length) return null;
    const record = body.toString('utf8', space + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (equals < 0 || body[at + length - 1] !== 0x0a) return null;
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

function kindOf(flag: number): TarHeader['kind'] {
  const kinds: Record<string, TarHeader['kind']> = { '0': 'file', '\0': 'file', x: 'pax', '5': 'folder' };
  return kinds[String.fromCharCode(flag)] ?? 'other';
}

/** Null if the name needs a pax header. */
function splitName(name: string): { prefix: string; name: string } | null {
  if (!/^[\x20-\x7e]+$/.test(name)) return null;
  if (name.length <= 100) return { prefix: '', name };
  for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
    if (slash > 155) return null;
    const rest = name.slice(slash + 1);
    if (rest !== '' && rest.length <= 100) return { prefix: name.slice(0, slash), name: rest };
  }
  return null;
}

function headerBlock(place: { prefix: string; name: string }, size: number, mtimeMs: number, flag: string): Buffer {
  const block = Buffer.alloc(blockBytes);
  const seconds = Math.min(Math.max(0, Math.floor(mtimeMs / 1000)), maxPlainSize);
  block.write(place.name, 0, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write(`${seconds.toString(8).padStart(11, '0')}\0`, 136, 'latin1');
  block.write(flag, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(place.prefix, 345, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, checksumAt, 'latin1');
  return block;
}

/** The sum of all bytes, with the checksum's own field as spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < blockBytes; at++) if (at < checksumAt || at >= checksumAt + 8) sum += block[at] as number;
  return sum;
}

function octal(block: Buffer, at: number, length: number): number | null {
  const digits = text(block, at, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

function text(block: Buffer, at: number, length: number): string {
  const end = block.subarray(at, at + length).indexOf(0);
  return block.toString('utf8', at, end < 0 ? at + length : at + end);
}

/** One record of a pax header; its length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (bytes + String(length).length !== length) length = bytes + String(length).length;
  return `${length}${rest}`;
}
