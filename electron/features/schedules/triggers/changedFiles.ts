// Notices changed files of a folder by looking at them: that also works after sleep, and on network drives.

import { opendir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Times and sizes by path, relative with `/`. */
export type FileStamps = ReadonlyMap<string, string>;

/** More entries are not looked at. */
const maxEntries = 50_000;
const maxDepth = 30;
/** Written by tools all the time. */
const skippedFolders = new Set(['.git', 'node_modules']);

/** Follows no links. Null: the folder cannot be read. */
export async function stampFiles(folder: string, globs: readonly string[]): Promise<FileStamps | null> {
  const stamps = new Map<string, string>();
  let entryCount = 0;

  async function look(path: string, depth: number): Promise<void> {
    const entries = await opendir(join(folder, path));
    for await (const entry of entries) {
      if (++entryCount > maxEntries) return;
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < maxDepth && !skippedFolders.has(entry.name)) await look(name, depth + 1).catch(() => {});
      } else if (entry.isFile() && globs.some((glob) => posix.matchesGlob(name, glob))) {
        const stats = await stat(join(folder, name)).catch(() => null);
        if (stats) stamps.set(name, `${stats.mtimeMs} ${stats.size}`);
      }
    }
  }

  try {
    await look('', 0);
    return stamps;
  } catch {
    return null;
  }
}

/** Paths that appeared, changed or disappeared. */
export function changedPaths(before: FileStamps, after: FileStamps): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
