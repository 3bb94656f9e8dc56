// A fresh directory for one test, removed at its end.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { diskPlace, quickPlace } from './quickPlace.ts';

/** An absolute path with every symlink resolved, in memory if possible. Call it inside a test or its `beforeEach`. */
export function tempFolder(): string {
  return folderIn(quickPlace());
}

/** The same on the system's own disk, in every run. */
export function diskFolder(): string {
  return folderIn(diskPlace());
}

function folderIn(place: string): string {
  const folder = mkdtempSync(join(place, 'throughline-'));
  onTestFinished(() => {
    // A process that is exiting may write once more: retry before giving up.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return folder;
}
