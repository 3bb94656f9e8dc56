// The folder that a Gemini CLI session worked in: the session names only a hash of it.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 16 * 1024;

/** Gemini CLI writes `.project_root` next to the `chats` folder of its sessions. Null: there is none. */
export function geminiFolder(sessionPath: string): string | null {
  let file: number;
  try {
    // A link could name any file, and opening a pipe would wait forever.
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
