// Tells when files of definitions may have changed. Each folder that was looked at is watched, and where one is missing the
// nearest one above it. Where the system cannot watch, nothing is told: each list looks anew anyway.

import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { DefinitionFolder } from './definitionFolders.ts';

const settleMs = 80;
const maxWatched = 200;
const maxBelow = 60;

/** Of a folder that is watched: what counts in it; null: everything. */
type Names = ReadonlySet<string> | null;

export interface WatchedPlaces {
  /** From now on these are watched, and those of before no longer. */
  follow(folders: readonly DefinitionFolder[]): Promise<void>;
  close(): void;
}

export function watchPlaces(onChange: () => void): WatchedPlaces {
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
      // As many as the system allows.
    }
  }

  return {
    async follow(folders) {
      const wanted = new Map<string, Names>();
      for (const folder of folders) {
        for (const [path, name] of await placesOf(folder)) {
          const before = wanted.get(path);
          wanted.set(path, name === null || before === null ? null : new Set([...(before ?? []), name]));
        }
      }
      if (closed) return;
      for (const [path, { watcher, names }] of watched) {
        const now = wanted.get(path);
        if (now !== undefined && isSame(now, names)) continue;
        watcher.close();
        watched.delete(path);
      }
      for (const [path, names] of wanted) {
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

/** Folders to watch; with a name: only what happens to it. */
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
