// An open encrypted file as a Node file handle, limited to what the stores call. Positions and sizes are those of the
// content.

import type { BigIntStats, Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import { writeAll } from '../files/atomicWrite.ts';
import { readRaw, runReading } from './rawFile.ts';
import { createSegmentMap, type SegmentMap } from './segmentMap.ts';
import { encryptSegment, headerBytes, maxSegmentBytes, type Segment } from './segments.ts';

/** The segments of a file, shared by all handles on it. Only one caller at a time may use `map`. */
export interface SegmentAccess {
  map: SegmentMap;
  turn<T>(work: () => Promise<T>): Promise<T>;
}

export function createSegmentAccess(fileKey: Buffer): SegmentAccess {
  const queue = createKeyedQueue();
  return { map: createSegmentMap(fileKey), turn: (work) => queue.run('', work) };
}

export interface LogFileOptions {
  fileKey: Buffer;
  header: Buffer;
  shared: SegmentAccess;
  /** Opened with `a`: writes go to the end. */
  appends: boolean;
  /** Keeps raw bytes at the end that were never confirmed as written, before they are cut off. */
  keepTorn(header: Buffer, torn: Buffer): Promise<void>;
}

const readPieceBytes = 1024 * 1024;

export function openLogFile(inner: FileHandle, options: LogFileOptions): FileHandle {
  const { fileKey, header, appends } = options;
  const { map, turn } = options.shared;

  async function refresh(): Promise<number> {
    const { size } = await inner.stat();
    await runReading(map.refresh(size), inner);
    return size;
  }

  /** Writes segments where the last one ends. After a failure the next call looks at the file again. */
  async function writeSegments(at: number | null, content: Uint8Array, sizeAfter: number | null): Promise<void> {
    const rawSize = await refresh();
    const isNew = rawSize < headerBytes;
    if (!isNew && rawSize > map.end) await cutOff(rawSize);
    const position = at === null || (appends && sizeAfter === null) ? map.size : at;
    const segments: Segment[] = [];
    const parts: Buffer[] = isNew ? [header] : [];
    let start = map.end;
    let size = map.size;
    let done = 0;
    do {
      const piece = content.subarray(done, done + maxSegmentBytes);
      size = sizeAfter ?? Math.max(size, position + done + piece.length);
      const what = { number: map.next + segments.length, at: position + done, size };
      const bytes = encryptSegment(fileKey, what, piece);
      segments.push({ ...what, start, length: piece.length });
      parts.push(bytes);
      start += bytes.length;
      done += piece.length;
    } while (done < content.length);
    await writeAll(inner, Buffer.concat(parts), isNew ? 0 : map.end);
    for (const segment of segments) map.wrote(segment);
  }

  async function cutOff(rawSize: number): Promise<void> {
    const torn = await readRaw(inner, map.end, rawSize - map.end);
    if (torn.some((byte) => byte !== 0)) await options.keepTorn(header, torn);
    await inner.truncate(map.end);
  }

  async function readContent(from: number, length: number): Promise<Buffer> {
    await refresh();
    return runReading(map.read(from, length), inner);
  }

  const handle = {
    get fd() {
      return inner.fd;
    },
    async read(buffer: Buffer, offset: number, length: number, position: number) {
      const content = await turn(() => readContent(position, length));
      content.copy(buffer, offset);
      return { bytesRead: content.length, buffer };
    },
    /** Text is written at the end, as Node does without a position. */
    async write(data: Uint8Array | string, offset = 0, length?: number, position: number | null = null) {
      const bytes =
        typeof data === 'string'
          ? Buffer.from(data)
          : data.subarray(offset, length === undefined ? undefined : offset + length);
      if (bytes.length > 0) await turn(() => writeSegments(position, bytes, null));
      return { bytesWritten: bytes.length, buffer: data };
    },
    async stat(how?: { bigint?: boolean }) {
      const stats = (await inner.stat(how as { bigint: true })) as BigIntStats | Stats;
      const size = await turn(async () => {
        await runReading(map.refresh(Number(stats.size)), inner);
        return map.size;
      });
      return Object.assign(stats, { size: typeof stats.size === 'bigint' ? BigInt(size) : size });
    },
    truncate: (length = 0) =>
      turn(async () => {
        await refresh();
        if (length !== map.size) await writeSegments(length, new Uint8Array(), length);
      }),
    async readFile() {
      const parts: Buffer[] = [];
      for (let at = 0; ; at += readPieceBytes) {
        const content = await turn(() => readContent(at, readPieceBytes));
        parts.push(content);
        if (content.length < readPieceBytes) return Buffer.concat(parts);
      }
    },
    sync: () => inner.sync(),
    datasync: () => inner.datasync(),
    close: () => inner.close(),
    chmod: (mode: number) => inner.chmod(mode),
  };
  return handle as unknown as FileHandle;
}
