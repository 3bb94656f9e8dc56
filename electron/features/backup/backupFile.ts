// The file of a backup: written under another name, synced, read back, and only then renamed. A failure, a kill or a cancel leaves no
// file with the real name, and never replaces one.

import { dirname } from 'node:path';
import { fail, ok, type Result, SentenceError, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { syncFolder, writeAll } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, errorCode, exists, fileMode, readFlags } from '../../stores/files/disk.ts';
import { decrypted, type EncryptFor, encrypted, isEncryptedStart, isEncrypting, type Opener } from './encryption.ts';
import { sha256 } from './snapshotFile.ts';

/** Thrown by `verify` if the backup is not needed. */
export class NothingNew extends Error {}

/** The name of a file until it is complete. */
const unfinishedName = (file: string): string => `${file}.part`;

const chunkBytes = 1024 * 1024;

export interface WrittenFile {
  bytes: number;
  sha256: string;
}

/**
 * Writes `bytes` to a new file. `verify` reads the file back before it gets its name; it may throw. Null: nothing new. The caller makes sure that nobody
 * else writes the same file.
 */
export async function writeBackupFile(
  disk: Disk,
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  encryptFor: EncryptFor,
  verify: (unfinished: string) => Promise<void>,
): Promise<Result<WrittenFile | null>> {
  const unfinished = unfinishedName(file);
  try {
    if (await exists(disk, file)) return fail('STORE_WRITE_FAILED', say`${file} already exists. Nothing was written.`);
    // Left by a backup that was killed.
    await disk.unlink(unfinished).catch(() => {});
    const handle = await disk.open(unfinished, 'wx', fileMode);
    let written: WrittenFile;
    try {
      written = await writeStream(handle, isEncrypting(encryptFor) ? await encrypted(bytes, encryptFor) : bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if ((await hashFile(disk, unfinished)) !== written.sha256) {
      throw new SentenceError(say`what was read back from ${unfinished} is not what was written`);
    }
    await verify(unfinished);
    if (await exists(disk, file)) throw new SentenceError(say`something else has taken its place`);
    await disk.rename(unfinished, file);
    await syncFolder(disk, dirname(file));
    return ok(written);
  } catch (thrown) {
    await disk.unlink(unfinished).catch(() => {});
    if (thrown instanceof NothingNew) return ok(null);
    if (thrown instanceof AbandonedError)
      return fail('CANCELLED', say`The backup was canceled. Nothing was left behind.`);
    const reason = errorCode(thrown) === null ? sentenceFromThrown(thrown) : diskReason(thrown);
    return fail('STORE_WRITE_FAILED', say`The backup ${file} was not written: ${reason}. Nothing was left behind.`);
  }
}

async function writeStream(
  handle: Awaited<ReturnType<Disk['open']>>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<WrittenFile> {
  const hash = sha256();
  let position = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const flush = async (): Promise<void> => {
    const joined = Buffer.concat(pending, pendingBytes);
    hash.update(joined);
    await writeAll(handle, joined, position);
    position += joined.length;
    pending = [];
    pendingBytes = 0;
  };
  for await (const chunk of bytes) {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes >= chunkBytes) await flush();
  }
  await flush();
  return { bytes: position, sha256: hash.digest('hex') };
}

export async function hashFile(disk: Disk, path: string): Promise<string> {
  const hash = sha256();
  for await (const chunk of fileBytes(disk, path)) hash.update(chunk);
  return hash.digest('hex');
}

async function* fileBytes(disk: Disk, path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const handle = await disk.open(path, readFlags);
  try {
    if (!(await handle.stat()).isFile()) throw new SentenceError(say`it is not a file`);
    for (let at = 0; ; ) {
      if (signal?.aborted) throw new AbandonedError();
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The archive in the file, decrypted if necessary. Throws a SentenceError if it cannot be decrypted. */
export async function archiveBytes(
  disk: Disk,
  path: string,
  opener: Opener,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = fileBytes(disk, path, signal);
  return (await isEncryptedFile(disk, path)) ? decrypted(bytes, opener) : bytes;
}

export async function isEncryptedFile(disk: Disk, path: string): Promise<boolean> {
  const handle = await disk.open(path, readFlags);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return isEncryptedStart(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
