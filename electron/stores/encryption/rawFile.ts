// Runs a reading of an encrypted file on an open file: without blocking, or synchronously.

import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { sourceOf } from '../files/logSources.ts';
import type { RawReader } from './segmentMap.ts';

/** Returns fewer bytes at the end of the file. */
export function readRaw(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  return sourceOf(handle, Number.POSITIVE_INFINITY).read(position, length);
}

export async function runReading<T>(reading: RawReader<T>, handle: FileHandle): Promise<T> {
  let step = reading.next();
  while (!step.done) step = reading.next(await readRaw(handle, step.value.position, step.value.length));
  return step.value;
}

/** May use `into`. */
export function readRawSync(file: number, position: number, length: number, into?: Buffer): Buffer {
  const bytes = into && into.length >= length ? into : Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

export function runReadingSync<T>(reading: RawReader<T>, file: number): T {
  let step = reading.next();
  while (!step.done) step = reading.next(readRawSync(file, step.value.position, step.value.length));
  return step.value;
}
