// Finds the folder that a Gemini CLI session worked in: the session only has its hash.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 16 * 1024;

/** Returns the path in `.project_root`, next to the `chats` folder; null if missing. */
export function readProjectRoot(sessionPath: string): string | null {
  let file: number;
  try {
    // A link could point to any file, and opening a pipe would block.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    file = openSync(join(sessionPath, '..', '..', '.project_root'), flags);
  } catch {
    return null;
  }
  try {
    if (!fstatSync(file).isFile()) return null;
    const bytes = Buffer.alloc(maxBytes);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, maxBytes, 0)).trim() || null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
