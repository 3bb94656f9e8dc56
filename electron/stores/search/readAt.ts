// Reads a place in an open file at once. Synchronous: only for a thread that may wait.

import { readSync } from 'node:fs';

/** Fewer bytes than asked for where the file ends before. */
export function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
