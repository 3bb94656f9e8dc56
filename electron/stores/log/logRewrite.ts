// Writes a messages.json anew in our layout, where a record cannot be appended in place: another program has re-formatted
// it, it is damaged, or a write to it failed. What was there is kept beside it. Every JSON value of the old file goes into
// the new one, byte for byte but for white space between tokens; also those that are no messages.

import { dirname } from 'node:path';
import { asideName, atomicWrite, copyAside, freeName, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, readFlags } from '../files/disk.ts';
import { type LogSource, scanLog } from './logScan.ts';
import { readUtf16, sourceOf } from './logSources.ts';

const pieceBytes = 1024 * 1024;
const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export interface RewriteRequest {
  path: string;
  /** The new record, as one line of JSON. */
  record: string;
  at: Date;
  /** Only the bytes before this are taken over: what follows was never confirmed. Null: all of it. */
  stopAt: number | null;
}

export interface Rewritten {
  /** Where the original, or the part of it that is not in the new file, is kept; null when nothing was left out. */
  aside: string | null;
  /** Offset of the new record in the new file. */
  recordAt: number;
}

/**
 * Throws what the file system throws; `place` is filled as soon as it is known, so that the caller can tell how far it came.
 */
export async function rewriteLog(disk: Disk, request: RewriteRequest, place: Partial<Rewritten>): Promise<void> {
  const { path, stopAt } = request;
  const handle = await disk.open(path, readFlags);
  try {
    const { size } = await handle.stat();
    const all = sourceOf(handle, size);
    place.aside = await keepAside(disk, request, all, size);
    const kept = stopAt === null ? all : sourceOf(handle, Math.min(stopAt, size));
    const source = (await readUtf16(handle, kept.size)) ?? kept;
    const spans: { start: number; end: number }[] = [];
    await scanLog(source, ({ start, end }) => spans.push({ start, end }));
    await atomicWrite(disk, path, layOut(source, spans, request.record, place));
  } finally {
    await handle.close();
  }
}

async function keepAside(disk: Disk, request: RewriteRequest, all: LogSource, size: number): Promise<string | null> {
  const { path, at, stopAt } = request;
  if (stopAt === null) return size === 0 ? null : copyAside(disk, path, 'original', at);
  const tail = await all.read(stopAt, size - stopAt);
  return tail.length === 0 ? null : writeAside(disk, path, tail, at);
}

/** Keeps bytes that no longer belong to a file in one beside it, durably. */
export async function writeAside(disk: Disk, path: string, bytes: Uint8Array, at: Date): Promise<string> {
  const target = await freeName(disk, asideName(path, 'torn', at));
  await atomicWrite(disk, target, bytes);
  return target;
}

/** Takes back a copy that turned out not to be needed, because the original is still in its place. */
export async function removeAside(disk: Disk, aside: string): Promise<void> {
  await disk.unlink(aside).catch(() => {});
  await syncFolder(disk, dirname(aside)).catch(() => {});
}

async function* layOut(
  source: LogSource,
  spans: readonly { start: number; end: number }[],
  record: string,
  place: Partial<Rewritten>,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [Buffer.from('[\n')];
  let waitingBytes = 2;
  let written = 0;
  let first = true;
  const read = inWindows(source);
  for (const { start, end } of spans) {
    const line = Buffer.concat([Buffer.from(first ? '' : ','), onOneLine(await read(start, end)), newLine]);
    first = false;
    waiting.push(line);
    waitingBytes += line.length;
    if (waitingBytes < pieceBytes) continue;
    yield Buffer.concat(waiting);
    written += waitingBytes;
    waiting = [];
    waitingBytes = 0;
  }
  place.recordAt = written + waitingBytes;
  yield Buffer.concat([...waiting, Buffer.from(`${first ? '' : ','}${record}\n]\n`)]);
}

/** Reads spans that follow each other from few large pieces. */
function inWindows(source: LogSource): (start: number, end: number) => Promise<Buffer> {
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  return async (start, end) => {
    if (start < windowAt || end > windowAt + window.length) {
      window = await source.read(start, Math.max(pieceBytes, end - start));
      windowAt = start;
    }
    return window.subarray(start - windowAt, end - windowAt);
  };
}

const newLine = Buffer.from('\n');

/** JSON without white space between its tokens where it spans lines; strings and numbers keep their bytes. */
export function onOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(lineFeed) && !bytes.includes(carriageReturn)) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (!inString && (byte === 0x20 || byte === 0x09 || byte === lineFeed || byte === carriageReturn)) continue;
    out[length++] = byte;
    if (byte === quote) inString = !inString;
    else if (byte === backslash && inString) out[length++] = bytes[++at] as number;
  }
  return out.subarray(0, length);
}
