// `crc32` of node:zlib, which an older Electron's Node does not have.

import { Buffer } from 'node:buffer';

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(data: string | Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of typeof data === 'string' ? Buffer.from(data) : data) {
    sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  }
  return ~sum >>> 0;
}
