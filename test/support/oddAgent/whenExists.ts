// Waits for a file that a test creates.

import { existsSync, watch } from 'node:fs';
import path from 'node:path';

/** Its folder exists. */
export function whenExists(file: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(path.dirname(file), look);
    look();
  });
}
