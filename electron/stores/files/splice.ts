// Replaces a few spans of a file and keeps every other byte. Atomic: leaves either the new file or the old one.

import { atomicWrite, copyRange } from './atomicWrite.ts';
import type { Disk } from './disk.ts';
import type { LogSource } from './fileWindow.ts';

export interface Span {
  start: number;
  end: number;
}

export interface SpanReplacement extends Span {
  put: Buffer;
}

/** `cuts` are in order and do not overlap. Throws file system errors. */
export async function spliceFile(
  disk: Disk,
  path: string,
  source: LogSource,
  cuts: readonly SpanReplacement[],
): Promise<void> {
  await atomicWrite(disk, path, async (write) => {
    let at = 0;
    for (const { start, end, put } of cuts) {
      await copyRange(source, at, start, write);
      if (put.length > 0) await write(put);
      at = end;
    }
    await copyRange(source, at, source.size, write);
  });
}
