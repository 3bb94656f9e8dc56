// Hashes of files that are asked for often: a file is read again only after it changed.

import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type Disk, errorCode, isAbsent, readFlags } from './disk.ts';

const maxHashedBytes = 32 * 1024 * 1024;
/** More than are named at once: of too many that are asked for in turn, each would just have been dropped. */
const maxHashes = 5000;

/** What tells a file from what it was. Programs can set the time of its content (`touch -r`), but not that of its last change. */
function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function lookAt(disk: Disk, path: string): string | null {
  try {
    const stats = disk.statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? stampOf(stats) : null;
  } catch {
    return null;
  }
}

/** The hash is null for what is no regular file, and `unreadable:CODE` for one that cannot be read. */
export function createContentHash(disk: Disk): (path: string) => Promise<string | null> {
  /** Kept by what the file was: it is asked for before each request. Those asked for last are the last. */
  const hashes = new Map<string, { stamp: string; hash: string }>();

  function keepHash(path: string, entry: { stamp: string; hash: string }): void {
    hashes.delete(path);
    hashes.set(path, entry);
    for (const oldest of hashes.keys()) {
      if (hashes.size <= maxHashes) return;
      hashes.delete(oldest);
    }
  }

  async function contentHash(path: string): Promise<string | null> {
    const before = hashes.get(path);
    if (before && before.stamp === lookAt(disk, path)) {
      keepHash(path, before);
      return before.hash;
    }
    hashes.delete(path);
    try {
      const handle = await disk.open(path, readFlags);
      try {
        const stats = await handle.stat({ bigint: true });
        if (!stats.isFile()) return null;
        const stamp = stampOf(stats);
        const hash = createHash('sha256').update(`${stats.size}\0`);
        // Of one that is larger, which no script is, its times stand for the rest.
        if (stats.size > maxHashedBytes) hash.update(`${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}\0`);
        const piece = Buffer.alloc(256 * 1024);
        for (let at = 0; at < maxHashedBytes; ) {
          const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, maxHashedBytes - at), at);
          if (bytesRead === 0) break;
          hash.update(piece.subarray(0, bytesRead));
          at += bytesRead;
        }
        const text = hash.digest('hex');
        keepHash(path, { stamp, hash: text });
        return text;
      } finally {
        await handle.close();
      }
    } catch (thrown) {
      return isAbsent(thrown) ? null : `unreadable:${errorCode(thrown) ?? ''}`;
    }
  }

  return contentHash;
}
