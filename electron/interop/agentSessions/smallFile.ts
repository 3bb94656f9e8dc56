// Reads a small file next to a session, for a list: its title or folder. Blocks. Follows no links.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { plainFileFlags } from '../diskFile.ts';

/** Empty if it is missing, not a regular file, or longer than `max` bytes. */
export function readSmallFile(path: string, max: number): string {
  let file: number;
  try {
    file = openSync(path, plainFileFlags);
  } catch {
    return '';
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > max) return '';
    const bytes = Buffer.alloc(stats.size);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}
