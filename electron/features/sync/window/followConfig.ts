// Notices that another process has changed how this machine syncs: it set sync up, joined, paused, or left.

import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { configName, folderName } from '../account/syncConfig.ts';

const settleMs = 60;

/** Where files cannot be watched, the next start notices it. Returns a function that ends it. */
export function followConfig(dataDir: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let settle: NodeJS.Timeout | null = null;

  function follow(folder: string, name: string): void {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, file) => {
        if (file === null || file === name) settle ??= setTimeout(look, settleMs).unref();
      });
      const end = (): void => {
        watcher.close();
        watchers.delete(folder);
      };
      watcher.on('error', end);
      watchers.set(folder, watcher);
    } catch {}
  }

  function look(): void {
    settle = null;
    // A folder that was removed and made again has another watcher.
    watchers.get(join(dataDir, folderName))?.close();
    watchers.delete(join(dataDir, folderName));
    followAll();
    changed();
  }

  function followAll(): void {
    follow(dataDir, folderName);
    follow(join(dataDir, folderName), configName);
  }

  followAll();
  return () => {
    if (settle) clearTimeout(settle);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
}
