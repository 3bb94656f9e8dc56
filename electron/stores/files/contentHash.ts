// Hashes of files that are asked for often: a file is read again only after it changed.

import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type Disk, errorCode, isNotFoundError, readFlags } from './disk.ts';

const maxHashedBytes = 32 * 1024 * 1024;
/** More than are named at once: of too many that are asked for in turn, each would just have been dropped. */
const maxHashes = 5000;

/** Identifies a file's state. Programs can set the modification time (`touch -r`), but not the change time. */
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

/** The hash is null for anything but a regular file, and `unreadable:CODE` for an unreadable one. */
export function createContentHash(disk: Disk): (path: string) => Promise<string | null> {
  /** Cached by file state, since it is needed before each request. The most recently used come last. */
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
        // For a larger file, which no script is, its times represent the rest.
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
      return isNotFoundError(thrown) ? null : `unreadable:${errorCode(thrown) ?? ''}`;
    }
  }

  return contentHash;
}
