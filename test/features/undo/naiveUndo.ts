// A naive undo: it remembers the content of files tracked by git, and writes it back. The undo tests must fail against
// it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function naiveUndo(folder: string): { undo(): void } {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  const contents = new Map(
    tracked.flatMap((path) => {
      const full = join(folder, path);
      try {
        return existsSync(full) ? [[full, readFileSync(full)] as const] : [];
      } catch {
        return [];
      }
    }),
  );
  return {
    undo() {
      for (const [path, bytes] of contents) {
        try {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, bytes);
        } catch {
          // Something else is there.
        }
      }
    },
  };
}
