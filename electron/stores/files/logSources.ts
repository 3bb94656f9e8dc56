// Byte sources for reading a log: an open file, a path, memory, or a file that another app saved as UTF-16.

import type { FileHandle } from 'node:fs/promises';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type Disk, type FileIdentity, identityOf, readFlags } from './disk.ts';
import type { LogSource } from './fileWindow.ts';
import { openUtf16Source } from './utf16Source.ts';

/** Reads an open file, up to `size`. */
export function sourceOf(handle: FileHandle, size: number): LogSource {
  return {
    size,
    async read(position, length, into) {
      const max = Math.min(length, Math.max(0, size - position));
      const bytes = into && into.length >= max ? into.subarray(0, max) : Buffer.allocUnsafe(max);
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

/** Opens the file for each read, so nothing stays open. Throws if it was replaced. */
export function sourceAt(disk: Disk, path: string, identity: FileIdentity): LogSource {
  return {
    size: identity.size,
    async read(position, length, into) {
      const handle = await disk.open(path, readFlags);
      try {
        const now = identityOf(await handle.stat({ bigint: true }));
        if (now.ino !== identity.ino || now.dev !== identity.dev) throw new ReplacedFile();
        return await sourceOf(handle, now.size).read(position, length, into);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Thrown when the file was replaced while being read. */
export class ReplacedFile extends SentenceError {
  constructor() {
    super(say`another app replaced the file while it was being read`);
  }
}

export function sourceOfBytes(bytes: Buffer): LogSource {
  return { size: bytes.length, read: async (position, length) => bytes.subarray(position, position + length) };
}

/** Opens the file as UTF-8 while `use` runs. Throws file system errors. */
export async function withSource<T>(disk: Disk, path: string, use: (source: LogSource) => Promise<T>): Promise<T> {
  const handle = await disk.open(path, readFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new SentenceError(say`it is not a file`);
    const file = sourceOf(handle, stats.size);
    return await use((await openUtf16Source(file)) ?? file);
  } finally {
    await handle.close();
  }
}
