// The bytes of a log, wherever they are read from: an open file, a path, memory, or a file that another program saved as UTF-16.

import type { FileHandle } from 'node:fs/promises';
import { type Disk, type FileIdentity, identityOf, readFlags } from '../files/disk.ts';
import type { LogSource } from './logScan.ts';

/** An open file, up to `size`. */
export function sourceOf(handle: FileHandle, size: number): LogSource {
  return {
    size,
    async read(position, length) {
      const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, size - position)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
  };
}

/** Opened for each reading, so that nothing stays open; another file in its place is an error. */
export function sourceAt(disk: Disk, path: string, identity: FileIdentity): LogSource {
  return {
    size: identity.size,
    async read(position, length) {
      const handle = await disk.open(path, readFlags);
      try {
        const now = identityOf(await handle.stat({ bigint: true }));
        if (now.ino !== identity.ino || now.dev !== identity.dev) throw new ReplacedFile();
        return await sourceOf(handle, now.size).read(position, length);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Thrown by a reading that began on another file than the one that is there now. */
export class ReplacedFile extends Error {
  constructor() {
    super('another program replaced the file while it was read');
  }
}

export function sourceOfBytes(bytes: Buffer): LogSource {
  return { size: bytes.length, read: async (position, length) => bytes.subarray(position, position + length) };
}

/** The whole file as UTF-8 when another program has saved it as UTF-16; else null. */
export async function readUtf16(handle: FileHandle, size: number): Promise<LogSource | null> {
  if (size < 2) return null;
  const source = sourceOf(handle, size);
  const [first, second] = await source.read(0, 2);
  const little = (first === 0xff && second === 0xfe) || (first === 0x5b && second === 0x00);
  const big = (first === 0xfe && second === 0xff) || (first === 0x00 && second === 0x5b);
  if (!little && !big) return null;
  const text = new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(await source.read(0, size));
  return sourceOfBytes(Buffer.from(text, 'utf8'));
}

/** Uses the file, as UTF-8, while `use` runs. Throws what the file system throws. */
export async function withSource<T>(disk: Disk, path: string, use: (source: LogSource) => Promise<T>): Promise<T> {
  const handle = await disk.open(path, readFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is not a file');
    return await use((await readUtf16(handle, stats.size)) ?? sourceOf(handle, stats.size));
  } finally {
    await handle.close();
  }
}
