// Builds archives byte by byte, also such as no program would write.

import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  name: string | Buffer;
  content?: string | Buffer;
  /** 0 stored, 8 deflated. */
  method?: number;
  flags?: number;
  /** Unix type and permissions. */
  mode?: number;
  /** The size that the directory claims. */
  size?: number;
  packedSize?: number;
  check?: number;
  /** Shares the bytes of this entry instead of having its own. */
  sharedWith?: number;
  damage?: (packed: Buffer) => Buffer;
}

export function buildZip(files: readonly Packed[], { count = files.length } = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const {
    name,
    content = '',
    method = 8,
    flags = 0x800,
    mode = 0o100644,
    size,
    packedSize,
    check,
    sharedWith,
    damage,
  } of files) {
    const nameBytes = Buffer.from(name as string);
    const bytes = Buffer.from(content as string);
    const made = method === 8 ? deflateRawSync(bytes) : bytes;
    const packed = damage ? damage(made) : made;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(check ?? crc32(bytes), 10);
    fields.writeUInt32LE(packedSize ?? packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    if (sharedWith === undefined) {
      offsets.push(at);
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, packed]);
      pieces.push(local);
      at += local.length;
    } else offsets.push(offsets[sharedWith] ?? 0);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offsets.at(-1) ?? 0, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, tail, nameBytes]));
  }
  const whole = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, whole, end]);
}
