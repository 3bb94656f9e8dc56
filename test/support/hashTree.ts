// A folder's content as one comparable value: the path, kind, size, modification time and content of every entry.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `leaveOut`: paths (with `/`) to ignore. */
export function hashTree(folder: string, leaveOut: (path: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const path = entry.replaceAll('\\', '/');
    if (leaveOut(path)) continue;
    const full = join(folder, entry);
    const stats = lstatSync(full);
    const content = stats.isFile() ? createHash('sha256').update(readFileSync(full)).digest('hex') : 'no file';
    found[path] = `${stats.mode} ${stats.isFile() ? `${stats.size} ${stats.mtimeMs}` : ''} ${content}`;
  }
  return found;
}
