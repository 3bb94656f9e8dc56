// A real disk that counts opened files, calls and bytes read.

import type { FileHandle } from 'node:fs/promises';
import { type Disk, nodeDisk } from '../../electron/stores/files/disk.ts';

export interface DiskCounts {
  opens: number;
  reads: number;
  bytesRead: number;
  /** Size of the largest read: no larger part of a file was ever held in memory. */
  maxReadBytes: number;
  writes: number;
  bytesWritten: number;
  syncs: number;
}

export interface CountingDisk {
  disk: Disk;
  /** Returns the counts since the last call. */
  take(): DiskCounts;
}

export function countingDisk(): CountingDisk {
  const zero = (): DiskCounts => ({
    opens: 0,
    reads: 0,
    bytesRead: 0,
    maxReadBytes: 0,
    writes: 0,
    bytesWritten: 0,
    syncs: 0,
  });
  let counts = zero();

  function watched(handle: FileHandle): FileHandle {
    return new Proxy(handle, {
      get(target, property) {
        const own = Reflect.get(target, property) as unknown;
        if (typeof own !== 'function') return own;
        const call = own.bind(target) as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          const result = await call(...args);
          if (property === 'read') {
            counts.reads++;
            counts.bytesRead += (result as { bytesRead: number }).bytesRead;
            counts.maxReadBytes = Math.max(counts.maxReadBytes, (result as { bytesRead: number }).bytesRead);
          } else if (property === 'readFile') {
            counts.reads++;
            counts.bytesRead += (result as Buffer).length;
            counts.maxReadBytes = Math.max(counts.maxReadBytes, (result as Buffer).length);
          } else if (property === 'write') {
            counts.writes++;
            counts.bytesWritten += (result as { bytesWritten: number }).bytesWritten;
          } else if (property === 'sync' || property === 'datasync') counts.syncs++;
          return result;
        };
      },
    });
  }

  const disk: Disk = {
    ...nodeDisk,
    open: (async (...args: Parameters<typeof nodeDisk.open>) => {
      counts.opens++;
      return watched(await nodeDisk.open(...args));
    }) as typeof nodeDisk.open,
  };
  return {
    disk,
    take() {
      const taken = counts;
      counts = zero();
      return taken;
    },
  };
}
