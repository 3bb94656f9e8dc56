// The calls to the file system that the stores make, as one value, so that a test can make any of them fail.

import { constants, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { diskReason, errorCode } from '../../lib/diskReason.ts';
import { ownMark } from '../../lib/processStart.ts';

export type Disk = Pick<
  typeof fs,
  'open' | 'mkdir' | 'readdir' | 'stat' | 'rename' | 'unlink' | 'rm' | 'copyFile' | 'realpath'
> & {
  statSync: typeof statSync;
  /** The mark of the process that writes, for the names of its temporary files; null where none is known. */
  owner?(): string | null;
};

export const nodeDisk: Disk = { ...fs, statSync, owner: () => ownMark };

export { diskReason, errorCode };

/** Only the person who runs the program may look into what it stores. */
export const folderMode = 0o700;
export const fileMode = 0o600;

/** Opens for reading and does not wait for a writer where a FIFO stands in the file's place. */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What tells a file from the one that was there before: another inode, length or time of change. */
export interface FileIdentity {
  dev: bigint;
  ino: bigint;
  /** Bytes. */
  size: number;
  /** Nanoseconds; null when it was not looked up since our own last write. */
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
 * What stands at `path`; null when nothing does or it cannot be seen. Not through the thread pool: there a look costs more
 * than ten times as much, and each message that is appended needs two.
 */
export function look(disk: Disk, path: string): FileIdentity | null {
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

export function isAbsent(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export type FileContent =
  | { kind: 'absent' }
  | { kind: 'content'; bytes: Buffer; identity: FileIdentity }
  /** `failed`: a call of the system failed, so that it may be there and sound. */
  | { kind: 'unreadable'; reason: UserText; failed: boolean };

/** Reads a small file whole. What is not a regular file is unreadable, not waited for. */
export async function readWhole(disk: Disk, path: string): Promise<FileContent> {
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
    return isAbsent(thrown) ? { kind: 'absent' } : { kind: 'unreadable', reason: diskReason(thrown), failed: true };
  }
}
