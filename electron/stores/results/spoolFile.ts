// The temporary file of one output: its head, followed by a ring buffer of its end, so that it never exceeds the result's maximum
// size. Uses two memory blocks: one fills while the other is written. These functions throw file system errors.

import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { characterStart } from '../../lib/text.ts';
import type { Clock } from '../../ports/clock.ts';
import { writeAll } from '../files/atomicWrite.ts';
import { omissionNotice, resultPieceBytes } from './resultText.ts';

export interface SpoolFile {
  /** Takes whole characters and copies them. If it returns a promise, await it before adding more. */
  add(bytes: Buffer): Promise<void> | null;
  /** Flushes everything to the file; nothing may follow. */
  end(): Promise<void>;
  /** Equal for equal bytes. */
  fingerprint(): string;
  isCut(): boolean;
  /** Head, notice if the middle was left out, tail. Each piece is consumed before the next. */
  pieces(cap: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Output is flushed at the latest when more arrives after this time. */
const flushMs = 500;

/** `headCap` and `tailCap` are in bytes, larger than one character. */
export function createSpoolFile(handle: FileHandle, headCap: number, tailCap: number, clock: Clock): SpoolFile {
  let block = Buffer.allocUnsafeSlow(resultPieceBytes);
  let spare = Buffer.allocUnsafeSlow(resultPieceBytes);
  let used = 0;
  let writing: Promise<void> = Promise.resolve();
  // Flush the first output at once: a crash then loses less than a second.
  let flushedAt = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let head = 0;
  let headIsFull = false;
  let after = 0;

  /** Copies as much as fits. */
  function fill(bytes: Buffer): number {
    const fitLength = characterStart(bytes, block.length - used);
    bytes.copy(block, used, 0, fitLength);
    used += fitLength;
    return fitLength;
  }

  /** Writes the block and switches to the other one, once that is written. */
  async function flush(): Promise<void> {
    await writing;
    if (used === 0) return;
    const full = block.subarray(0, used);
    [block, spare] = [spare, block];
    used = 0;
    flushedAt = clock.elapsed();
    sum = crc32(full, sum);
    writing = write(full);
    // Handled where it is awaited.
    writing.catch(() => {});
  }

  async function write(bytes: Buffer): Promise<void> {
    let rest = bytes;
    if (!headIsFull) {
      const cut = characterStart(bytes, headCap - head);
      await writeAll(handle, bytes.subarray(0, cut), head);
      head += cut;
      headIsFull = cut < bytes.length;
      rest = bytes.subarray(cut);
    }
    // Skip what would be overwritten at once.
    let at = Math.max(0, rest.length - tailCap);
    after += at;
    while (at < rest.length) {
      const place = after % tailCap;
      const part = rest.subarray(at, at + tailCap - place);
      await writeAll(handle, part, headCap + place);
      after += part.length;
      at += part.length;
    }
  }

  /** Reuses one buffer for all pieces. */
  async function* read(buffer: Buffer, from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, to - at), at);
      if (bytesRead <= 0) throw new Error('its temporary file was cut off');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async function* readTail(buffer: Buffer, cap: number): AsyncGenerator<Uint8Array> {
    if (after <= tailCap) {
      yield* read(buffer, headCap, headCap + after);
      return;
    }
    const start = after % tailCap;
    // The cut may have left the end of a character: at most three bytes.
    let skip = 0;
    for (; skip < 3; skip++) {
      const { bytesRead } = await handle.read(buffer, 0, 1, headCap + ((start + skip) % tailCap));
      if (bytesRead < 1 || ((buffer[0] as number) & 0xc0) !== 0x80) break;
    }
    yield Buffer.from(omissionNotice(after - tailCap + skip, cap));
    const begin = start + skip;
    yield* read(buffer, headCap + begin, headCap + tailCap);
    yield* read(buffer, headCap + Math.max(0, begin - tailCap), headCap + start);
  }

  return {
    add(bytes) {
      const first = fill(bytes);
      const isDue = clock.elapsed() - flushedAt > flushMs;
      if (first === bytes.length && !isDue) return null;
      return (async () => {
        for (let at = first; at < bytes.length; at += fill(bytes.subarray(at))) await flush();
        if (isDue) await flush();
      })();
    },
    async end() {
      await flush();
      await writing;
    },
    fingerprint: () => `${head + after} ${sum}`,
    isCut: () => after > tailCap,
    async *pieces(cap) {
      const buffer = Buffer.allocUnsafe(resultPieceBytes);
      yield* read(buffer, 0, head);
      yield* readTail(buffer, cap);
    },
    async close() {
      await writing.catch(() => {});
      await handle.close().catch(() => {});
    },
  };
}
