// Replaces a few spans of a file and leaves every other byte as it is: the whole new file, or the whole old one.

import type { LogSource } from '../log/logScan.ts';
import { atomicWrite } from './atomicWrite.ts';
import type { Disk } from './disk.ts';

export interface Span {
  start: number;
  end: number;
}

export interface Cut extends Span {
  /** What stands there instead. */
  put: Buffer;
}

const pieceBytes = 1024 * 1024;

/** `cuts`: in order, none inside another. Throws what the file system throws. */
export async function spliceFile(disk: Disk, path: string, source: LogSource, cuts: readonly Cut[]): Promise<void> {
  await atomicWrite(disk, path, spliced(source, cuts));
}

async function* spliced(source: LogSource, cuts: readonly Cut[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { start, end, put } of cuts) {
    yield* pieces(source, at, start);
    if (put.length > 0) yield put;
    at = end;
  }
  yield* pieces(source, at, source.size);
}

async function* pieces(source: LogSource, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const bytes = await source.read(at, Math.min(pieceBytes, to - at));
    if (bytes.length === 0) throw new Error('the file became shorter while it was read');
    yield bytes;
    at += bytes.length;
  }
}
