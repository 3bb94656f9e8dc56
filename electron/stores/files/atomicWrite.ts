// Atomic whole-file writes: a temporary file in the same folder, synced, renamed into place, and the folder synced. A
// crash leaves the old content or the new, never a mix. These functions throw file system errors.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type Disk, errorCode, fileMode, folderMode } from './disk.ts';
import type { LogSource } from './fileWindow.ts';

const temporaryPattern = /\.tmp-(?:(\d+\.\d+\.[0-9a-f]{8})-)?[0-9a-f]{12}$/;

/** True for the name of an `atomicWrite` temporary file; one left over was never acknowledged. */
export function isTemporaryName(name: string): boolean {
  return temporaryPattern.test(name);
}

const asidePattern = /\.(?:torn|original|unreadable|merged)-\d{4}-\d\d-\d\dT/;

/** True for the name of a copy set aside because the file could not be read or used whole. */
export function isAsideName(name: string): boolean {
  return asidePattern.test(name);
}

/** The process mark in a temporary file's name; null if it has none. */
export function ownerOf(name: string): string | null {
  return temporaryPattern.exec(name)?.[1] ?? null;
}

/** `owner` is the mark of the writing process. */
export function temporaryName(path: string, owner: string | null = null): string {
  return `${path}.tmp-${owner === null ? '' : `${owner}-`}${randomBytes(6).toString('hex')}`;
}

/** Returns a name next to `path` for data that is kept but no longer used: `<path>.<label>-<time>`. */
export function asideName(path: string, label: string, at: Date): string {
  const time = at.toISOString().replaceAll(':', '-').replace('.', '-');
  return join(dirname(path), `${basename(path)}.${label}-${time}`);
}

/** Writes all of `bytes` at `position`, looping over short writes. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten <= 0) throw new SentenceError(say`the system wrote nothing`);
    done += bytesWritten;
  }
}

/** Syncs a folder's entries. A no-op on Windows, which cannot sync folders. */
export async function syncFolder(disk: Disk, folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a folder and its parents, durably. With `inside`, an ancestor that is already durable, every level below it
 * is synced even if it existed: the process that created it may have ended before its sync.
 */
export async function makeFolder(disk: Disk, folder: string, inside?: string): Promise<void> {
  const createdFolders: string[] = [];
  await makeLevels(disk, folder, createdFolders);
  const parents = new Set(createdFolders.map((path) => dirname(path)));
  const end = inside ?? folder;
  for (let path = folder; path.length > end.length; path = dirname(path)) parents.add(dirname(path));
  for (const path of parents) await syncFolder(disk, path);
}

/** One level at a time: Node's recursive mkdir never returns on file systems that refuse the way /proc does. */
async function makeLevels(disk: Disk, folder: string, createdFolders: string[]): Promise<void> {
  if (await makeSingleFolder(disk, folder, createdFolders)) return;
  const parent = dirname(folder);
  if (parent !== folder && !(await isFolder(disk, parent))) await makeLevels(disk, parent, createdFolders);
  // The parent exists now, so a second refusal is final.
  if (!(await makeSingleFolder(disk, folder, createdFolders))) {
    throw Object.assign(new Error(`ENOENT: no folder can be made at ${folder}`), { code: 'ENOENT' });
  }
}

async function makeSingleFolder(disk: Disk, folder: string, createdFolders: string[]): Promise<boolean> {
  try {
    await disk.mkdir(folder, { mode: folderMode });
    createdFolders.push(folder);
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST' && (await disk.stat(folder)).isDirectory()) return true;
    throw thrown;
  }
}

async function isFolder(disk: Disk, path: string): Promise<boolean> {
  return disk.stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Writes the next chunk. A number stands for that many zero bytes, written as a hole where the file system supports it. */
export type WriteChunk = (bytes: Uint8Array | number) => Promise<void>;

type Parts = Uint8Array | string | AsyncIterable<Uint8Array> | ((put: WriteChunk) => Promise<void>);

/** With `synced` false, the write survives a crash of the app but perhaps not of the machine. */
export async function atomicWrite(
  disk: Disk,
  path: string,
  parts: Parts,
  options: { synced: boolean } = { synced: true },
): Promise<void> {
  const temporary = temporaryName(path, disk.owner?.() ?? null);
  try {
    const handle = await disk.open(temporary, 'wx', fileMode);
    try {
      await writeParts(handle, parts);
      if (options.synced) await handle.sync();
    } finally {
      await handle.close();
    }
    await disk.rename(temporary, path);
  } catch (thrown) {
    await disk.unlink(temporary).catch(() => {});
    throw thrown;
  }
  if (options.synced) await syncFolder(disk, dirname(path));
}

async function writeParts(handle: FileHandle, parts: Parts): Promise<void> {
  if (typeof parts === 'string') return writeAll(handle, Buffer.from(parts, 'utf8'), 0);
  if (parts instanceof Uint8Array) return writeAll(handle, parts, 0);
  let position = 0;
  let endsInZeros = false;
  const put: WriteChunk = async (part) => {
    endsInZeros = typeof part === 'number' && part > 0;
    if (typeof part !== 'number') await writeAll(handle, part, position);
    position += typeof part === 'number' ? part : part.length;
  };
  if (typeof parts === 'function') await parts(put);
  else for await (const part of parts) await put(part);
  if (endsInZeros) await handle.truncate(position);
}

const pieceBytes = 1024 * 1024;

/** Copies bytes [from, to) of a file in pieces, passing zero-filled pieces on as a count. */
export async function copyRange(file: LogSource, from: number, to: number, put: WriteChunk): Promise<void> {
  const scratch = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(0, to - from)));
  const zeros = Buffer.alloc(scratch.length);
  for (let at = from; at < to; ) {
    const bytes = await file.read(at, Math.min(pieceBytes, to - at), scratch);
    if (bytes.length === 0) throw new Error('the file became shorter while it was read');
    const isEmpty = bytes.length === pieceBytes && bytes.equals(zeros);
    await put(isEmpty ? bytes.length : bytes);
    at += bytes.length;
  }
}

/** Renames whatever is at `path` (file, folder, anything) to a free name next to it. Returns null if nothing is there. */
export async function setAside(disk: Disk, path: string, label: string, at: Date): Promise<string | null> {
  const target = await findFreeName(disk, asideName(path, label, at));
  try {
    await disk.rename(path, target);
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
  await syncFolder(disk, dirname(path));
  return target;
}

/** Larger files are copied in pieces, because the system's copy would fill in their holes. */
const quickCopyBytes = 64 * 1024 * 1024;

/** Copies a file durably to a free name next to it. */
export async function copyAside(disk: Disk, path: string, label: string, at: Date, file: LogSource): Promise<string> {
  const target = await findFreeName(disk, asideName(path, label, at));
  if (file.size > quickCopyBytes) {
    await atomicWrite(disk, target, (put) => copyRange(file, 0, file.size, put));
    return target;
  }
  await disk.copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const handle = await disk.open(target, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(disk, dirname(path));
  return target;
}

export async function findFreeName(disk: Disk, preferredPath: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? preferredPath : `${preferredPath}-${n}`;
    const isTaken = await disk.stat(name).then(
      () => true,
      (thrown) => errorCode(thrown) !== 'ENOENT',
    );
    if (!isTaken || n > 1000) return name;
  }
}
