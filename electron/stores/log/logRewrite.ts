// Writes a messages.json anew in our layout, where a record cannot be appended in place: another program has re-formatted
// it, it is damaged, or a write to it failed. What was there is kept beside it. Every JSON value of the old file goes into
// the new one, byte for byte but for white space between tokens; also those that are no messages.

import { dirname } from 'node:path';
import {
  asideName,
  atomicWrite,
  copyAside,
  copyPart,
  freeName,
  syncFolder,
  type WriteChunk,
} from '../files/atomicWrite.ts';
import { type Disk, readFlags } from '../files/disk.ts';
import { createFileWindow, type LogSource, readSpan } from '../files/fileWindow.ts';
import { sourceOf } from '../files/logSources.ts';
import { utf16Source } from '../files/utf16Source.ts';
import { scanLog } from './logScan.ts';

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
    const kept = stopAt === null ? all : sourceOf(handle, Math.min(stopAt, size));
    const source = (await utf16Source(kept)) ?? kept;
    await atomicWrite(disk, path, async (put) => {
      const takesAll = await layOut(source, request.record, place, put);
      // Before the new file gets its name: only now it is known whether all that stood there is in it.
      place.aside = await keepAside(disk, request, all, takesAll);
    });
  } finally {
    await handle.close();
  }
}

/** `takesAll`: each value before `stopAt` is in the new file, and nothing else stood there. */
async function keepAside(
  disk: Disk,
  { path, at, stopAt }: RewriteRequest,
  all: LogSource,
  takesAll: boolean,
): Promise<string | null> {
  if (all.size === 0) return null;
  if (stopAt === null || !takesAll) return copyAside(disk, path, 'original', at, all);
  return stopAt >= all.size ? null : writeAside(disk, path, all, stopAt, at);
}

/** Keeps bytes that no longer belong to a file, from `from` to its end, in one beside it, durably. */
export async function writeAside(disk: Disk, path: string, file: LogSource, from: number, at: Date): Promise<string> {
  const target = await freeName(disk, asideName(path, 'torn', at));
  await atomicWrite(disk, target, (put) => copyPart(file, from, file.size, put));
  return target;
}

/** Takes back a copy that turned out not to be needed, because the original is still in its place. */
export async function removeAside(disk: Disk, aside: string): Promise<void> {
  await disk.unlink(aside).catch(() => {});
  await syncFolder(disk, dirname(aside)).catch(() => {});
}

/** Each value as soon as it is found: of many gigabytes of them no list is made. False: it passed bytes that are no value. */
async function layOut(source: LogSource, record: string, place: Partial<Rewritten>, put: WriteChunk): Promise<boolean> {
  const window = createFileWindow(source);
  let waiting: Buffer[] = [Buffer.from('[\n')];
  let waitingBytes = 2;
  let written = 0;
  let first = true;

  async function take(start: number, end: number): Promise<void> {
    const line = Buffer.concat([Buffer.from(first ? '' : ','), onOneLine(await readSpan(window, start, end)), newLine]);
    first = false;
    waiting.push(line);
    waitingBytes += line.length;
    if (waitingBytes < pieceBytes) return;
    await put(Buffer.concat(waiting));
    written += waitingBytes;
    waiting = [];
    waitingBytes = 0;
  }

  const { damage, tornAt } = await scanLog(source, ({ start, end }) => take(start, end));
  place.recordAt = written + waitingBytes;
  await put(Buffer.concat([...waiting, Buffer.from(`${first ? '' : ','}${record}\n]\n`)]));
  return tornAt === null && damage.unreadable === 0;
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
