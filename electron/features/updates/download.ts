// Downloads one file of a release. An interrupted download continues where it ended; only a file with the announced size and
// checksum gets its name.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { makeFolder, syncFolder, writeAll } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, errorCode, fileMode, isNotFoundError, listNames } from '../../stores/files/disk.ts';
import type { ManifestFile } from './manifest.ts';
import { failure, request, type UpdateHttp } from './updateRequests.ts';

export interface Download {
  http: UpdateHttp;
  disk: Disk;
  /** The server's folder; ends with a slash. */
  address: string;
  file: ManifestFile;
  /** Receives the file; everything else in it is removed. */
  folder: string;
  signal: AbortSignal;
  silenceMs: number;
  /** Bytes that are here. With `verifying`, all are, and their checksum is computed. */
  onProgress(bytes: number, phase: 'downloading' | 'verifying'): void;
}

const partialSuffix = '.partial';
/** Space that an update leaves free. */
const reserveBytes = 64 * 1024 * 1024;
const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** The part's name contains the checksum: another file under the same name never continues it. */
function partialName({ sha512 }: ManifestFile): string {
  return `${Buffer.from(sha512, 'base64').toString('hex').slice(0, 32)}${partialSuffix}`;
}

/** How much of the file is here from an earlier download. */
export async function downloadedBytes(disk: Disk, folder: string, file: ManifestFile): Promise<number> {
  for (const name of [file.name, partialName(file)]) {
    const stats = await disk.stat(join(folder, name)).catch(() => null);
    if (stats?.isFile() && stats.size <= file.size) return stats.size;
  }
  return 0;
}

export async function removeDownloads(disk: Disk, folder: string, keep: readonly string[] = []): Promise<void> {
  for (const name of await listNames(disk, folder).catch(() => [])) {
    if (!keep.includes(name)) await disk.rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Returns the path of the verified file. UPDATE_REFUSED: what arrived is not what was announced, and was removed. */
export async function download(options: Download): Promise<Result<string>> {
  const { disk, folder, file } = options;
  const partial = join(folder, partialName(file));
  const path = join(folder, file.name);
  try {
    await makeFolder(disk, folder);
    await removeDownloads(disk, folder, [partialName(file), file.name]);
    if (await isWhole(options, path)) return ok(path);
    const short = await missingSpace(folder, file.size - (await downloadedBytes(disk, folder, file)));
    if (short) return short;
    const failed = await fetchInto(options, partial);
    if (failed) return { ok: false, error: failed };
    if (!(await isWhole(options, partial))) {
      await disk.unlink(partial).catch(() => {});
      if (options.signal.aborted) return fail('CANCELLED', say`Stopped.`);
      return fail(
        'UPDATE_REFUSED',
        say`The downloaded update is damaged: its checksum is not the announced one. It was removed, and nothing was changed.`,
      );
    }
    await disk.rename(partial, path);
    await syncFolder(disk, folder);
    return ok(path);
  } catch (thrown) {
    if (options.signal.aborted) return fail('CANCELLED', say`Stopped.`);
    return fail(
      'STORE_WRITE_FAILED',
      say`The update could not be stored: ${diskReason(thrown)}. The app was not changed.`,
    );
  }
}

async function missingSpace(folder: string, bytes: number) {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
  if (free >= bytes + reserveBytes) return null;
  const megabytes = (count: number): number => Math.ceil(count / 1024 ** 2);
  return fail(
    'STORE_WRITE_FAILED',
    say`The update needs ${megabytes(bytes + reserveBytes)} MB of space, but only ${megabytes(free)} MB are free at ${folder}. Nothing was changed.`,
  );
}

/** Null: all bytes are in the partial file. */
async function fetchInto(options: Download, partial: string): Promise<AppError | null> {
  const { http, disk, file, signal } = options;
  const handle = await disk.open(partial, flags, fileMode);
  try {
    let at = (await handle.stat()).size;
    if (at > file.size) at = 0;
    if (at === file.size) return null;
    const address = new URL(encodeURIComponent(file.name), options.address).href;
    const range = at > 0 ? { headers: { range: `bytes=${at}-` } } : {};
    const opened = await request(http, address, { ...range, signal, silenceMs: options.silenceMs });
    if (!opened.ok) return opened.error;
    const { response, body } = opened.value;
    const continues = response.status === 206 && at > 0;
    if ((!response.ok && response.status !== 416) || (continues && !startsAt(response, at))) {
      await response.body?.cancel();
      return fail(
        'UPDATE_FAILED',
        say`The update server returned HTTP ${response.status} for ${file.name}. What was downloaded is kept.`,
      ).error;
    }
    // A server that knows no ranges, or has a shorter file, starts again.
    if (!continues) {
      at = 0;
      await handle.truncate(0);
    }
    if (response.status === 416) {
      await response.body?.cancel();
      return fail('UPDATE_FAILED', say`The update server cannot continue the download. Start it again.`).error;
    }
    options.onProgress(at, 'downloading');
    try {
      for await (const piece of body) {
        if (at + piece.length > file.size) {
          await handle.truncate(0);
          return fail(
            'UPDATE_REFUSED',
            say`The update server sent more than the ${file.size} bytes that were announced, so the download was refused and removed. Nothing was changed.`,
          ).error;
        }
        await writeAll(handle, piece, at);
        at += piece.length;
        options.onProgress(at, 'downloading');
      }
    } catch (thrown) {
      if (errorCode(thrown) !== null && isDiskError(thrown)) throw thrown;
      return failure(http, thrown, address, signal).error;
    }
    await handle.sync();
    if (at === file.size) return null;
    return fail(
      'UPDATE_FAILED',
      say`The connection ended after ${at} of ${file.size} bytes. They are kept, and the download can continue.`,
    ).error;
  } finally {
    await handle.close();
  }
}

/** Errors of the disk, unlike those of a connection, name a system call on a file. */
function isDiskError(thrown: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EBADF'].includes(errorCode(thrown) ?? '');
}

function startsAt(response: Response, at: number): boolean {
  return response.headers.get('content-range')?.startsWith(`bytes ${at}-`) === true;
}

/** Whether the file has the announced size and checksum. */
async function isWhole({ disk, file, onProgress, signal }: Download, path: string): Promise<boolean> {
  const handle = await disk.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((thrown) => {
    if (isNotFoundError(thrown)) return null;
    throw thrown;
  });
  if (!handle) return false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size !== file.size) return false;
    onProgress(file.size, 'verifying');
    const hash = createHash('sha512');
    const buffer = Buffer.allocUnsafe(1024 * 1024);
    for (let at = 0; at < file.size && !signal.aborted; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return false;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    return !signal.aborted && hash.digest('base64') === file.sha512;
  } finally {
    await handle.close();
  }
}
