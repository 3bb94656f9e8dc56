// A fresh directory for one test, removed when the test has finished.

import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An absolute path with every symlink resolved. Call it inside a test or its `beforeEach`. */
export function tempFolder(): string {
  return removedAfter(mkdtempSync(join(realpathSync(tmpdir()), 'throughline-')));
}

const memory = '/dev/shm';
/** Bytes that must be free there: a container may give a few megabytes only. */
const roomy = 2_000_000_000;

/**
 * The same in memory, where the system has a place and room for that: for the data of tests that are not about the disk. A
 * process that is killed, or none at all, loses nothing there either, and nobody waits for a sync.
 */
export function quickFolder(): string {
  return hasMemory() ? removedAfter(mkdtempSync(join(memory, 'throughline-'))) : tempFolder();
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomy;
}

function removedAfter(folder: string): string {
  onTestFinished(() => {
    // Something that still ends may write once more: look again before giving up.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return folder;
}
