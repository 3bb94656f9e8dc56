// A fresh directory for one test, removed when the test has finished.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An absolute path with every symlink resolved. Call it inside a test or its `beforeEach`. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'throughline-'));
  onTestFinished(() => {
    // Something that still ends may write once more: look again before giving up.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return folder;
}
