// Packs files into a ZIP archive, since a window can save only one file. Uncompressed, because it holds text that is
// unpacked at once.

import { crc32 } from 'node:zlib';

/** `files` have paths with `/`. The caller ensures at most 65,535 files and 4 GB. */
export function zipFiles(files: readonly { path: string; bytes: Buffer }[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(path, 'utf8');
    const header = entryHeader(name, bytes);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), header, name]);
    // Made by version 2.0; no comment, first disk, no attributes except the offset.
    const central = Buffer.alloc(46);
    central.set([0x50, 0x4b, 1, 2, 20, 0]);
    header.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    pieces.push(local, bytes);
    directory.push(central, name);
    offset += local.length + bytes.length;
  }
  const centralDirectory = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6]);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(centralDirectory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, centralDirectory, end]);
}

/** Fields shared by the local header and the directory: version, flags, method, time, checksum, sizes, lengths. */
function entryHeader(name: Buffer, bytes: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  // UTF-8 names.
  header.writeUInt16LE(0x0800, 2);
  // 1 January 1980: fixed, so that equal contents make equal archives.
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}
