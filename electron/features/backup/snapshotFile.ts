// One file as it is at a moment, while the app may be appending to it. Logs only grow, so their first bytes never change: a log of
// messages is read up to its closing bracket, a log of lines up to its last complete line.

import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { headerBytes, isEncryptedStart } from '../../stores/encryption/segments.ts';
import { type Disk, readFlags } from '../../stores/files/disk.ts';

export interface FileSnapshot {
  handle: FileHandle;
  /** The size in the backup: `bodySize` bytes from disk, then `closing`. */
  size: number;
  /** The part that later versions begin with if only appends follow. */
  bodySize: number;
  closing: string;
  mtimeMs: number;
  /** Unchanged since an earlier backup if this is; null: it was written so recently that nothing can be said. */
  stamp: string | null;
}

const closing = ']\n';
const tailBytes = 64 * 1024;
const chunkBytes = 1024 * 1024;
/** A file changed within this time may change again without another time. */
const racyMs = 2_000;
const maxAttempts = 20;

/** Null if it is no longer there, or not a regular file. The caller closes the handle. */
export async function openSnapshot(disk: Disk, path: string, now: number): Promise<FileSnapshot | null> {
  let handle: FileHandle;
  try {
    handle = await disk.open(path, readFlags);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
  try {
    const snapshot = await snapshotOf(handle, path, now);
    if (snapshot === null) await handle.close();
    return snapshot;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

async function snapshotOf(handle: FileHandle, path: string, now: number): Promise<FileSnapshot | null> {
  for (let attempt = 1; ; attempt++) {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) return null;
    const [size, mtimeMs] = [Number(stats.size), Number(stats.mtimeMs)];
    const stamp = now - mtimeMs < racyMs ? null : `${stats.size}.${stats.mtimeNs}.${stats.ino}`;
    const common = { handle, mtimeMs, stamp };
    const name = basename(path);
    const isMessages = /^messages.*\.json$/.test(name);
    // Encrypted files only grow, too, and their reader ignores an incomplete end.
    const isEncrypted = isEncryptedStart(await readAt(handle, 0, headerBytes));
    if (isEncrypted || (!isMessages && !name.endsWith('.jsonl')))
      return { ...common, size, bodySize: size, closing: '' };
    const tail = await readAt(handle, Math.max(0, size - tailBytes), Math.min(size, tailBytes));
    if (!isMessages) {
      const lineEnd = tail.lastIndexOf(0x0a);
      // A line longer than this is taken as it is: its reader skips it if it is torn.
      const bodySize = lineEnd < 0 ? size : size - tail.length + lineEnd + 1;
      return { ...common, size: bodySize, bodySize, closing: '' };
    }
    const isClosed = tail.toString('latin1').endsWith(`\n${closing}`);
    if (isClosed) return { ...common, size, bodySize: size - closing.length, closing };
    // An append is in progress, or the file is laid out otherwise or torn, and kept as it is.
    const settled = await handle.stat({ bigint: true });
    const isStill = settled.size === stats.size && settled.mtimeNs === stats.mtimeNs;
    if ((isStill && attempt > 2) || attempt >= maxAttempts) return { ...common, size, bodySize: size, closing: '' };
  }
}

/** Reads the first `bytes` of the body into the hash. False if the file became shorter. */
export async function hashPrefix({ handle }: FileSnapshot, hash: Hash, bytes: number): Promise<boolean> {
  for await (const chunk of readBody(handle, 0, bytes)) {
    if (chunk === null) return false;
    hash.update(chunk);
  }
  return true;
}

/** Chunks of bytes [from, to); null once it turns out to be shorter. */
export async function* readBody(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer | null> {
  for (let at = from; at < to; ) {
    const bytes = await readAt(handle, at, Math.min(chunkBytes, to - at));
    if (bytes.length === 0) {
      yield null;
      return;
    }
    yield bytes;
    at += bytes.length;
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

export const sha256 = (): Hash => createHash('sha256');
