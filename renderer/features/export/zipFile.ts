// Stores files in one ZIP archive, uncompressed: they are already in pieces, and compressing them would block the
// window. APPNOTE.TXT 6.3.10, without the extensions for archives over 4 GB.

import type { MadeFile } from './saveExport.ts';

/** In bytes; the largest number in the format. */
const maxSize = 0xffff_ffff;
const maxFiles = 0xffff;
/** Flag for UTF-8 names. */
const flags = 0x0800;

/** Null: too large for the format. */
export async function createZipFile(files: readonly MadeFile[], now: Date): Promise<Blob[] | null> {
  const parts: Blob[] = [];
  const directory: Blob[] = [];
  let at = 0;
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  for (const { name, pieces } of named(files)) {
    const bytes = new TextEncoder().encode(name);
    const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
    const facts = numbers([
      ...[
        [2, flags],
        [2, 0],
        [2, time],
        [2, date],
        [4, await checksum(pieces)],
      ],
      ...[
        [4, size],
        [4, size],
        [2, bytes.length],
        [2, 0],
      ],
    ] as Field[]);
    const head = new Blob([
      numbers([
        [4, 0x0403_4b50],
        [2, 20],
      ]),
      facts,
      bytes,
    ]);
    // Host system 3 (Unix), whose names are UTF-8; a regular file, readable and writable by its owner.
    const place = numbers([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0o100644 * 0x1_0000],
      [4, at],
    ]);
    directory.push(
      new Blob([
        numbers([
          [4, 0x0201_4b50],
          [2, 0x0314],
          [2, 20],
        ]),
        facts,
        place,
        bytes,
      ]),
    );
    parts.push(head, ...pieces);
    at += head.size + size;
    if (at > maxSize) return null;
  }
  const size = directory.reduce((sum, entry) => sum + entry.size, 0);
  if (files.length > maxFiles || at + size > maxSize) return null;
  const count = files.length;
  const end = numbers([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, at],
    [2, 0],
  ]);
  return [...parts, ...directory, new Blob([end])];
}

type Field = [bytes: 2 | 4, value: number];

function numbers(fields: readonly Field[]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += bytes;
  }
  return view.buffer;
}

/** Makes names unique, also on systems that ignore case or normalize accents. */
function named(files: readonly MadeFile[]): MadeFile[] {
  const taken = new Set<string>();
  return files.map(({ name, pieces }) => {
    const [, stem = name, ending = ''] = /^(.+?)((?:\.[a-z0-9-]+){1,2})$/i.exec(name) ?? [];
    let own = name;
    for (let count = 2; taken.has(same(own)); count++) own = `${stem} (${count})${ending}`;
    taken.add(same(own));
    return { name: own, pieces };
  });
}

const same = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

let table: Uint32Array | null = null;

async function checksum(pieces: readonly Blob[]): Promise<number> {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
    return value;
  });
  let crc = 0xffff_ffff;
  for (const piece of pieces) {
    for (const byte of new Uint8Array(await piece.arrayBuffer())) {
      crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number);
    }
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
