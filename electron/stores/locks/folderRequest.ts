// A request for a data folder whose owner has it only while nobody else needs it: the service, which serves devices while
// no window is open. The request is a file, since the owner may be about to start or to end, and has no other address.

import { statSync, unlinkSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileMode } from '../files/disk.ts';
import { isLocked, readOwner } from './locks.ts';

const fileName = 'data.folder.request';
/** A request whose process died no longer counts. Milliseconds, as all below. */
const freshMs = 20_000;
/** Where the system cannot watch files. */
const pollMs = 2_000;

/** Returns how to withdraw it. */
export function requestFolder(locks: string): () => void {
  const path = join(locks, fileName);
  try {
    writeFileSync(path, `${process.pid}\n`, { mode: fileMode });
    // By the clock that `isRequested` reads, whatever the file system's is.
    utimesSync(path, new Date(), new Date());
  } catch {
    // The claim then fails, as it would for an owner that stays.
  }
  return () => {
    try {
      unlinkSync(path);
    } catch {}
  };
}

export function isRequested(locks: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(join(locks, fileName)).mtimeMs) < freshMs;
  } catch {
    return false;
  }
}

/** Calls back once, when the folder is requested. */
export function onFolderRequest(locks: string, callback: () => void): () => void {
  const look = (): void => {
    if (!isRequested(locks)) return;
    stop();
    callback();
  };
  const poll = setInterval(look, pollMs).unref();
  let watcher: ReturnType<typeof watch> | null = null;
  const stop = (): void => {
    clearInterval(poll);
    watcher?.close();
  };
  try {
    watcher = watch(locks, { persistent: false }, look);
    watcher.on('error', () => watcher?.close());
  } catch {}
  look();
  return stop;
}

/** `service`: it releases the folder when another process needs it. */
export function folderOwner(dataDir: string): 'nobody' | 'service' | 'other' {
  const locks = join(dataDir, 'locks');
  if (!isLocked(locks, 'data.folder')) return 'nobody';
  return readOwner(join(locks, 'data.folder.owner.json'))?.yields ? 'service' : 'other';
}

/** Whether this process has it as the service does. */
export function isOwnerThatYields(dataDir: string): boolean {
  const owner = readOwner(join(dataDir, 'locks', 'data.folder.owner.json'));
  return owner?.pid === process.pid && owner.yields === true;
}
