// Rewrites messages.json in our layout when a record cannot be appended in place: another app re-formatted it, it is
// damaged, or a write failed. The original is kept next to it. Every JSON value is copied byte for byte except for
// white space between tokens, including values that are no messages.

import { dirname } from 'node:path';
import {
  asideName,
  atomicWrite,
  copyAside,
  copyRange,
  findFreeName,
  syncFolder,
  type WriteChunk,
} from '../files/atomicWrite.ts';
import { type Disk, readFlags } from '../files/disk.ts';
import { createFileWindow, type LogSource, readSpan } from '../files/fileWindow.ts';
import { sourceOf } from '../files/logSources.ts';
import { openUtf16Source } from '../files/utf16Source.ts';
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
  /** Copy only bytes before this, since the rest was never confirmed. Null for all. */
  stopAt: number | null;
}

export interface Rewritten {
  /** Where the original, or the part not copied, is kept; null if nothing was left out. */
  aside: string | null;
  recordAt: number;
}

/** Throws file system errors; fills in `place` as it goes, so that the caller knows how far it got. */
export async function rewriteLog(disk: Disk, request: RewriteRequest, place: Partial<Rewritten>): Promise<void> {
  const { path, stopAt } = request;
  const handle = await disk.open(path, readFlags);
  try {
    const { size } = await handle.stat();
    const all = sourceOf(handle, size);
    const keptSource = stopAt === null ? all : sourceOf(handle, Math.min(stopAt, size));
    const source = (await openUtf16Source(keptSource)) ?? keptSource;
    await atomicWrite(disk, path, async (put) => {
      const takesAll = await writeValues(source, request.record, place, put);
      // Before the rename: only now do we know whether everything was copied.
      place.aside = await keepAside(disk, request, all, takesAll);
    });
  } finally {
    await handle.close();
  }
}

/** `takesAll`: every value before `stopAt` was copied and there was nothing else. */
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

/** Durably saves a file's bytes from `from` to its end in a file next to it. */
export async function writeAside(disk: Disk, path: string, file: LogSource, from: number, at: Date): Promise<string> {
  const target = await findFreeName(disk, asideName(path, 'torn', at));
  await atomicWrite(disk, target, (put) => copyRange(file, from, file.size, put));
  return target;
}

/** Removes a copy that was not needed because the original is still in place. */
export async function removeAside(disk: Disk, aside: string): Promise<void> {
  await disk.unlink(aside).catch(() => {});
  await syncFolder(disk, dirname(aside)).catch(() => {});
}

/** Writes each value as it is found, without listing gigabytes of them. Returns false if it skipped bytes that are no value. */
async function writeValues(
  source: LogSource,
  record: string,
  place: Partial<Rewritten>,
  put: WriteChunk,
): Promise<boolean> {
  const window = createFileWindow(source);
  let waiting: Buffer[] = [Buffer.from('[\n')];
  let waitingBytes = 2;
  let written = 0;
  let first = true;

  async function take(start: number, end: number): Promise<void> {
    const line = Buffer.concat([
      Buffer.from(first ? '' : ','),
      compactJson(await readSpan(window, start, end)),
      newLine,
    ]);
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

/** Strips white space between tokens of JSON that spans lines; strings and numbers keep their bytes. */
export function compactJson(bytes: Buffer): Buffer {
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
