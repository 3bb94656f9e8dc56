// A folder's content, bit for bit, as far as undo promises it: kinds, bytes, modes, link targets, and folders. Names
// are read as bytes. Times and inodes are ignored.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** By path. `leaveOut`: names to ignore. */
export function treeState(folder: string, leaveOut: readonly string[] = []): Record<string, string> {
  const found: Record<string, string> = {};
  const within = (at: string): void => {
    for (const name of readdirSync(at).sort()) {
      if (leaveOut.includes(name)) continue;
      const path = join(at, name);
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8);
      const key = path.slice(folder.length + 1);
      if (stats.isSymbolicLink()) found[key] = `link to ${readlinkSync(path)}`;
      else if (stats.isDirectory()) {
        found[key] = `folder ${mode}`;
        within(path);
      } else if (stats.isFile()) {
        found[key] = `file ${mode} ${stats.size} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
      } else found[key] = 'special';
    }
  };
  within(folder);
  return found;
}
