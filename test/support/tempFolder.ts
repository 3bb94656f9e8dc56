// A fresh directory for one test, removed when the test has finished.

import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An absolute path with every symlink resolved. Call it inside a test or its `beforeEach`. */
export function tempFolder(): string {
  return removedAfter(mkdtempSync(join(realpathSync(tmpdir()), 'throughline-')));
}

/** The same in memory, where the system has a place for that: for tests whose own disk is simulated and waits for none. */
export function quickFolder(): string {
  const memory = '/dev/shm';
  return existsSync(memory) ? removedAfter(mkdtempSync(join(memory, 'throughline-'))) : tempFolder();
}

function removedAfter(folder: string): string {
  onTestFinished(() => {
    // Something that still ends may write once more: look again before giving up.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return folder;
}
