// Notifies when definition files may have changed. Watches each listed folder, or the nearest existing parent. Where
// watching is unavailable nothing is reported, since every list rereads the files anyway.

import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { DefinitionFolder } from './definitionFolders.ts';

const settleMs = 80;
const maxWatched = 200;
const maxBelow = 60;

/** Relevant names in a watched folder; null for all. */
type Names = ReadonlySet<string> | null;

export interface FolderWatcher {
  /** Replaces the set of watched folders. */
  follow(folders: readonly DefinitionFolder[]): Promise<void>;
  close(): void;
}

export function createFolderWatcher(onChange: () => void): FolderWatcher {
  const watched = new Map<string, { watcher: FSWatcher; names: Names }>();
  let settle: NodeJS.Timeout | null = null;
  let closed = false;

  function soon(): void {
    if (closed) return;
    settle ??= setTimeout(() => {
      settle = null;
      onChange();
    }, settleMs).unref();
  }

  function begin(folder: string, names: Names): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, changed) => {
        if (names === null || changed === null || names.has(changed)) soon();
      });
      watcher.on('error', () => {
        watcher.close();
        watched.delete(folder);
      });
      watched.set(folder, { watcher, names });
    } catch {
      // Watch as many as the system allows.
    }
  }

  return {
    async follow(folders) {
      const wantedNames = new Map<string, Names>();
      for (const folder of folders) {
        for (const [path, name] of await placesOf(folder)) {
          const before = wantedNames.get(path);
          wantedNames.set(path, name === null || before === null ? null : new Set([...(before ?? []), name]));
        }
      }
      if (closed) return;
      for (const [path, { watcher, names }] of watched) {
        const now = wantedNames.get(path);
        if (now !== undefined && isSame(now, names)) continue;
        watcher.close();
        watched.delete(path);
      }
      for (const [path, names] of wantedNames) {
        if (!watched.has(path) && watched.size < maxWatched) begin(path, names);
      }
    },
    close() {
      closed = true;
      if (settle) clearTimeout(settle);
      for (const { watcher } of watched.values()) watcher.close();
      watched.clear();
    },
  };
}

function isSame(one: Names, other: Names): boolean {
  if (one === null || other === null) return one === other;
  return one.size === other.size && [...one].every((name) => other.has(name));
}

/** Folders to watch, optionally for a single name. */
async function placesOf({ root, path }: DefinitionFolder): Promise<[string, string | null][]> {
  const start = join(root, ...path.split('/'));
  if (await isFolder(start)) {
    const below = await readdir(start, { withFileTypes: true }).catch(() => []);
    const folders = below.filter((entry) => entry.isDirectory()).slice(0, maxBelow);
    return [start, ...folders.map(({ name }) => join(start, name))].map((folder) => [folder, null]);
  }
  let at = dirname(start);
  while (at.length > root.length && !(await isFolder(at))) at = dirname(at);
  if (!(await isFolder(at))) return [];
  return [[at, relative(at, start).split(sep)[0] as string]];
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
