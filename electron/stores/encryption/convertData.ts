// Encrypts or decrypts every private file of a data folder, one at a time, each replaced atomically. It can stop anywhere:
// files are recognized by their first bytes, so half a conversion is valid data. The caller has claimed the data folder.

import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SentenceError } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { atomicWrite, copyRange, isTemporaryName, syncFolder, temporaryName } from '../files/atomicWrite.ts';
import type { DataKey } from '../files/disk.ts';
import {
  type Disk,
  diskReason,
  type FileIdentity,
  identityOf,
  isNotFoundError,
  isSameFile,
  listEntries,
  readFlags,
  statOrNull,
} from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { type LockAttempt, tryLock } from '../locks/locks.ts';
import { createEncryptedDisk, isPrivateName } from './encryptedDisk.ts';
import { readRaw } from './rawFile.ts';
import { headerBytes, readHeader } from './segments.ts';
import { filesOfRestores, forgetEncryption, restoreLock, restorePrefix } from './stagedRestores.ts';

export interface Conversion {
  dataDir: string;
  disk: Disk;
  key: DataKey;
  to: 'encrypted' | 'plain';
  progress?(done: number, of: number): void;
  signal?: AbortSignal;
}

/** `left`: files that were not converted, relative to the data folder, with the reason. */
export interface ConversionReport {
  converted: number;
  left: { path: string; reason: UserText }[];
  /** The user stopped it. */
  stopped: boolean;
}

interface PrivateFile {
  path: string;
  /** The lock of its writers: the conversation's, or that of costs; null: none. */
  lock: string | null;
}

export async function convertData(conversion: Conversion): Promise<ConversionReport> {
  const { dataDir, disk, key, to, progress = () => {}, signal } = conversion;
  const report: ConversionReport = { converted: 0, left: [], stopped: false };
  const encrypted = createEncryptedDisk(disk, key, () => to === 'encrypted');
  const leave = (path: string, reason: UserText): void => {
    report.left.push({ path: relative(dataDir, path), reason });
  };
  const locks = join(dataDir, 'locks');
  const holder = createHolder(locks);
  // No restore prepares files of the other kind meanwhile, and those that wait are converted, too.
  const restores = tryLock(locks, restoreLock, say`encrypting the data`, new Date());
  try {
    const staged = restores.kind === 'held' ? await filesOfRestores(disk, dataDir) : [];
    if (restores.kind !== 'held') leave(join(dataDir, `${restorePrefix}*`), say`another process is writing it`);
    const files = await privateFiles(disk, [dataDir, ...staged], leave);
    for (const [index, { path, lock }] of files.entries()) {
      if (signal?.aborted) return { ...report, stopped: true };
      progress(index, files.length);
      if (!holder.hold(lock)) {
        leave(path, say`another process is writing it`);
        continue;
      }
      try {
        if (await convertFile(disk, encrypted, path, to)) report.converted++;
      } catch (thrown) {
        if (!isNotFoundError(thrown)) leave(path, diskReason(thrown));
      }
    }
    progress(files.length, files.length);
    if (to === 'plain' && report.left.length === 0) await forgetEncryption(disk, staged);
  } finally {
    holder.hold(null);
    if (restores.kind === 'held') restores.lock.release();
  }
  return report;
}

/** Holds one lock at a time. */
function createHolder(folder: string): { hold(lock: string | null): boolean } {
  let name: string | null = null;
  let attempt: LockAttempt | null = null;
  return {
    hold(lock) {
      if (lock === name) return attempt === null || attempt.kind === 'held';
      if (attempt?.kind === 'held') attempt.lock.release();
      name = lock;
      attempt = name === null ? null : tryLock(folder, name, say`encrypting the data`, new Date());
      return attempt === null || attempt.kind === 'held';
    },
  };
}

/** `roots`: the data folder, and others with the same layout. Files with the same lock follow each other. */
async function privateFiles(
  disk: Disk,
  roots: readonly string[],
  leave: (path: string, reason: UserText) => void,
): Promise<PrivateFile[]> {
  const byLock = new Map<string | null, PrivateFile[]>();

  async function walk(folder: string, inherited: string | null): Promise<void> {
    let entries: Dirent[];
    try {
      entries = await listEntries(disk, folder);
    } catch (thrown) {
      leave(folder, diskReason(thrown));
      return;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (roots.includes(folder) && !isPrivateName(entry.name)) continue;
      const lock = inherited ?? lockOf(folder, entry.name);
      if (entry.isDirectory()) await walk(path, lock);
      else if (entry.isFile() && !isTemporaryName(entry.name) && entry.name !== 'encryption.json') {
        const siblings = byLock.get(lock) ?? [];
        siblings.push({ path, lock });
        byLock.set(lock, siblings);
      }
    }
  }

  for (const root of roots) await walk(root, null);
  return [...byLock.values()].flat();
}

const conversationFolders = /[\\/](?:conversations|tool-results|execution|undo)$/u;

function lockOf(folder: string, name: string): string | null {
  if (name === 'usage') return name;
  if (!conversationFolders.test(folder)) return null;
  const id = name.replace(/\..*$/u, '');
  return isSafeId(id) ? id : null;
}

/** False if nothing had to be done. */
export async function convertFile(disk: Disk, encrypted: Disk, path: string, to: Conversion['to']): Promise<boolean> {
  const raw = await disk.open(path, readFlags);
  let identity: FileIdentity;
  let modified: Date;
  try {
    const stats = await raw.stat({ bigint: true });
    if (!stats.isFile() || stats.size === 0n) return false;
    identity = identityOf(stats);
    modified = stats.mtime;
    const header = readHeader(await readRaw(raw, 0, headerBytes));
    if ((header === null) === (to === 'plain')) return false;
  } finally {
    await raw.close();
  }
  const target = to === 'encrypted' ? encrypted : disk;
  const staged = temporaryName(path, disk.owner?.() ?? null);
  try {
    const content = await copyContent(encrypted, path, target, staged);
    // Read back before the original is replaced.
    if ((await hashOf(encrypted, staged)) !== content) throw new Error('the converted copy differs');
    const copy = await disk.open(staged, 'r+');
    try {
      await copy.utimes(modified, modified);
    } finally {
      await copy.close();
    }
    const now = statOrNull(disk, path);
    if (!now || !isSameFile(now, identity)) throw new SentenceError(say`it was changed meanwhile`);
    await disk.rename(staged, path);
    await syncFolder(disk, dirname(path));
  } catch (thrown) {
    await disk.unlink(staged).catch(() => {});
    throw thrown;
  }
  return true;
}

/** Returns the hash of the content. */
async function copyContent(from: Disk, path: string, to: Disk, copy: string): Promise<string> {
  const sum = createHash('sha256');
  const handle = await from.open(path, readFlags);
  try {
    const { size } = await handle.stat();
    await atomicWrite(to, copy, (put) =>
      copyRange(sourceOf(handle, size), 0, size, async (bytes) => {
        sum.update(typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes);
        await put(bytes);
      }),
    );
    return sum.digest('hex');
  } finally {
    await handle.close();
  }
}

async function hashOf(disk: Disk, path: string): Promise<string> {
  const sum = createHash('sha256');
  const handle = await disk.open(path, readFlags);
  try {
    const { size } = await handle.stat();
    await copyRange(sourceOf(handle, size), 0, size, async (bytes) => {
      sum.update(typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes);
    });
    return sum.digest('hex');
  } finally {
    await handle.close();
  }
}

/** Removes the databases, which are rebuilt: call after a conversion, when nothing has them open. */
export async function removeDatabases(disk: Disk, dataDir: string): Promise<void> {
  for (const name of ['index.db', 'search.db', 'query.db', 'ledger.db', 'sync-state.db']) {
    for (const suffix of ['', '-wal', '-shm']) await disk.rm(join(dataDir, `${name}${suffix}`), { force: true });
  }
}
