// Reads the entry at a name in an open folder, with its content hash. Small files are read synchronously, at a tenth of
// the cost of the thread pool; large ones in pieces.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { contentHash } from '../../lib/ids.ts';
import { ContentChangedError, type ContentKeeper, type EntryState } from '../../ports/folderTree.ts';
import type { OpenFolder } from '../paths/openInside.ts';
import { errorCodeOf } from '../paths/realLocation.ts';

type Kind = 'file' | 'folder' | 'link' | 'special';

export interface EntryStat {
  kind: Kind;
  bytes: number;
  mode: number;
  dev: bigint;
  /** Hard link count, including this name. */
  names: number;
  /** Changes when the file changes. */
  signature: string;
  /** The later of mtime and ctime, in nanoseconds. */
  changedAt: bigint;
}

const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const atOnce = 256 * 1024;
const pieceBytes = 512 * 1024;
const attempts = 3;

/** Null if missing. Throws if access is denied. */
export function statEntry(folder: OpenFolder, name: string): EntryStat | null {
  const stats = lstatSync(folder.path(name), { bigint: true, throwIfNoEntry: false });
  return stats ? entryStatOf(stats) : null;
}

function entryStatOf(stats: BigIntStats): EntryStat {
  const { dev, ino, nlink, size, mtimeNs, ctimeNs, mode } = stats;
  return {
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'special',
    bytes: Number(size),
    mode: Number(mode) & 0o7777,
    dev,
    names: Number(nlink),
    signature: `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}:${mode}`,
    changedAt: mtimeNs > ctimeNs ? mtimeNs : ctimeNs,
  };
}

export interface ReadEntry {
  state: EntryState;
  stat: EntryStat;
}

/** Null for a pipe, socket or device, or a non-UTF-8 name. Throws system errors and those of `keeper`. */
export async function readEntry(
  folder: OpenFolder,
  name: string,
  stat: EntryStat,
  keeper: ContentKeeper | null,
): Promise<ReadEntry | null> {
  if (stat.kind === 'folder') return { state: { kind: 'folder', mode: stat.mode }, stat };
  if (stat.kind === 'special') return null;
  if (stat.kind === 'link') {
    const target = readlinkSync(folder.path(name), { encoding: 'buffer' });
    return isUtf8(target) ? { state: { kind: 'link', target: target.toString('utf8') }, stat } : null;
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return stat.bytes <= atOnce
        ? await readSmall(folder.path(name), keeper)
        : await readLarge(folder.path(name), keeper);
    } catch (thrown) {
      // Someone is writing it right now.
      if (!(thrown instanceof ContentChangedError) || attempt >= attempts) throw thrown;
    }
  }
}

async function readSmall(path: string, keeper: ContentKeeper | null): Promise<ReadEntry | null> {
  const fd = openSync(path, readFlags);
  let bytes: Buffer;
  let stat: EntryStat;
  try {
    stat = entryStatOf(fstatSync(fd, { bigint: true }));
    if (stat.kind !== 'file') return null;
    bytes = readAll(fd, stat.bytes);
  } finally {
    closeSync(fd);
  }
  const hash = contentHash(bytes);
  if (keeper && !keeper.has(hash)) await keeper.keep(hash, bytes);
  return { state: { kind: 'file', hash, bytes: bytes.length, mode: stat.mode }, stat };
}

function readAll(fd: number, expected: number): Buffer {
  let bytes = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const read = readSync(fd, bytes, length, bytes.length - length, length);
    length += read;
    if (read === 0) return bytes.subarray(0, length);
    // It grew past the buffer; what was read counts as changing.
    if (length === bytes.length) {
      if (length > 4 * atOnce) throw new ContentChangedError();
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
    }
  }
}

async function readLarge(path: string, keeper: ContentKeeper | null): Promise<ReadEntry | null> {
  const handle = await open(path, readFlags);
  try {
    const stat = entryStatOf(await handle.stat({ bigint: true }));
    if (stat.kind !== 'file') return null;
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let at = 0; ; ) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    }
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const piece of pieces()) {
      digest.update(piece);
      bytes += piece.length;
    }
    const hash = digest.digest('hex');
    if (keeper && !keeper.has(hash)) await keeper.keep(hash, pieces);
    return { state: { kind: 'file', hash, bytes, mode: stat.mode }, stat };
  } finally {
    await handle.close();
  }
}

export function isMissing(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCodeOf(thrown) ?? '');
}
