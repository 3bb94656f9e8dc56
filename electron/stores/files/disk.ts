// The file system calls of the stores as one value, so that tests can make any of them fail.

import { constants, type Dirent, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { diskErrorReason, errorCode } from '../../lib/diskReason.ts';
import { ownMark } from '../../lib/processStart.ts';

/** The key that encrypts the data folder. */
export interface DataKey {
  /** 32 bytes. Never stored in a file in clear. */
  secret: Buffer;
  /** 8 bytes, stored in each file, so that a file of another key is recognized. */
  id: Buffer;
  /** While data is being decrypted: nothing new is encrypted. */
  onlyReads?: true;
}

export type Disk = Pick<
  typeof fs,
  'open' | 'mkdir' | 'readdir' | 'stat' | 'rename' | 'unlink' | 'rm' | 'copyFile' | 'realpath'
> & {
  statSync: typeof statSync;
  /** The mark of the writing process, used in temporary file names; null if unknown. */
  owner?(): string | null;
  /** Encrypts what is stored, databases included; absent or null: nothing is encrypted. */
  dataKey?: DataKey | null;
  /** Whether the data was encrypted or decrypted since it was opened. Databases, which are not written over this disk, ask it. */
  isStale?(): boolean;
};

export const nodeDisk: Disk = { ...fs, statSync, owner: () => ownMark };

export { diskErrorReason as diskReason, errorCode };

/** Only the current user may read stored data. */
export const folderMode = 0o700;
export const fileMode = 0o600;

/** Opens for reading without blocking on a FIFO. */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Distinguishes a file from an earlier version: by inode, length and modification time. */
export interface FileIdentity {
  dev: bigint;
  ino: bigint;
  size: number;
  /** Nanoseconds; null if not looked up since our own last write. */
  mtime: bigint | null;
}

interface Stats {
  dev: bigint;
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
}

export function identityOf(stats: Stats): FileIdentity {
  return { dev: stats.dev, ino: stats.ino, size: Number(stats.size), mtime: stats.mtimeNs };
}

/**
 * Returns the identity of the file at `path`, or null if it is missing or not visible. Synchronous, because a stat
 * through the thread pool costs more than ten times as much and each append needs two.
 */
export function statOrNull(disk: Disk, path: string): FileIdentity | null {
  try {
    const stats = disk.statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? identityOf(stats) : null;
  } catch {
    return null;
  }
}

export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  if (a.dev !== b.dev || a.ino !== b.ino || a.size !== b.size) return false;
  return a.mtime === null || b.mtime === null || a.mtime === b.mtime;
}

export function isNotFoundError(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export type FileContent =
  | { kind: 'absent' }
  | { kind: 'content'; bytes: Buffer; identity: FileIdentity }
  /** `failed`: a system call failed, so the file may exist and be intact. */
  | { kind: 'unreadable'; reason: UserText; failed: boolean };

/** Reads a small file whole. Anything but a regular file is unreadable; never blocks. */
export async function readWholeFile(disk: Disk, path: string): Promise<FileContent> {
  try {
    const handle = await disk.open(path, readFlags);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) return { kind: 'unreadable', reason: say`it is not a file`, failed: false };
      return { kind: 'content', bytes: await handle.readFile(), identity: identityOf(stats) };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return isNotFoundError(thrown)
      ? { kind: 'absent' }
      : { kind: 'unreadable', reason: diskErrorReason(thrown), failed: true };
  }
}

const atOnce = async (): Promise<void> => {};

/** A disk for derived data: writes do not wait for a sync. Anything torn by a power loss is rebuilt from its source. */
export const unsyncedDisk: Disk = {
  ...nodeDisk,
  async open(...how: Parameters<Disk['open']>) {
    const handle = await nodeDisk.open(...how);
    return Object.assign(handle, { sync: atOnce, datasync: atOnce });
  },
};

/** Throws other file system errors: in doubt, nothing is assumed. */
export async function exists(disk: Disk, path: string): Promise<boolean> {
  return disk.stat(path).then(
    () => true,
    (thrown) => {
      if (isNotFoundError(thrown)) return false;
      throw thrown;
    },
  );
}

/** Lists a folder; a missing folder is empty. Both functions throw other file system errors. */
export async function listNames(disk: Disk, folder: string): Promise<string[]> {
  return disk.readdir(folder).catch(noneWhereAbsent);
}

export async function listEntries(disk: Disk, folder: string): Promise<Dirent[]> {
  return disk.readdir(folder, { withFileTypes: true }).catch(noneWhereAbsent);
}

function noneWhereAbsent(thrown: unknown): never[] {
  if (isNotFoundError(thrown)) return [];
  throw thrown;
}
