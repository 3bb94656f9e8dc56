// Lists a folder breadth-first, so that a limit cuts the depth rather than the breadth. Links are listed but never followed.

import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { IgnoreRules } from '../paths/ignoreRules.ts';
import { openFolder } from '../paths/openInside.ts';

export interface Entry {
  /** Relative to the listed folder. */
  segments: readonly string[];
  kind: 'folder' | 'file' | 'link';
  target?: string;
}

export interface Walk {
  entries: Entry[];
  /** The limit was reached; there is more. */
  bounded: boolean;
  /** Folders listed but not entered, because of depth or permissions. */
  closed: number;
}

export interface WalkOptions {
  root: string;
  /** Start folder, relative to the root. */
  start: readonly string[];
  depth: number;
  limit: number;
  /** Null includes ignored files. */
  rules: IgnoreRules | null;
  signal: AbortSignal;
}

/** Names that are skipped everywhere, unless the listing starts inside one. */
export const hiddenNames: readonly string[] = ['.git', 'node_modules'];

/** Throws if the start folder cannot be opened. */
export async function walkFolder(options: WalkOptions): Promise<Walk> {
  const walk: Walk = { entries: [], bounded: false, closed: 0 };
  let level: (readonly string[])[] = [[]];
  for (let depth = 1; level.length > 0 && !walk.bounded; depth++) {
    const next: (readonly string[])[] = [];
    for (const segments of level) {
      if (options.signal.aborted || walk.bounded) break;
      const entries = await entriesOf(options, segments, options.limit - walk.entries.length + 1);
      if (entries === null) {
        walk.closed++;
        continue;
      }
      for (const entry of entries) {
        if (walk.entries.length >= options.limit) {
          walk.bounded = true;
          break;
        }
        walk.entries.push(entry);
        if (entry.kind === 'folder') next.push(entry.segments);
      }
    }
    if (depth === options.depth) walk.closed += next.length;
    level = depth === options.depth ? [] : next;
  }
  walk.entries.sort(bySegments);
  return walk;
}

/** The first `max` entries by name. Null for an unreadable subfolder. */
async function entriesOf(options: WalkOptions, segments: readonly string[], max: number): Promise<Entry[] | null> {
  const entries: Entry[] = [];
  try {
    const folder = await openFolder(options.root, [...options.start, ...segments]);
    try {
      const names = await readdir(folder.path(), { withFileTypes: true });
      for (const dirent of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entries.length >= max || options.signal.aborted) break;
        const isFolder = dirent.isDirectory();
        if (hiddenNames.includes(dirent.name)) continue;
        const path = [...segments, dirent.name];
        if (await options.rules?.ignores([...options.start, ...path], isFolder)) continue;
        entries.push(await entryOf(dirent, path, folder.path(dirent.name)));
      }
    } finally {
      await folder.close();
    }
  } catch (thrown) {
    if (segments.length === 0) throw thrown;
    return null;
  }
  return entries;
}

async function entryOf(dirent: Dirent, segments: readonly string[], path: string): Promise<Entry> {
  if (dirent.isDirectory()) return { segments, kind: 'folder' };
  if (!dirent.isSymbolicLink()) return { segments, kind: 'file' };
  return { segments, kind: 'link', target: await readlink(path).catch(() => '?') };
}

function bySegments(a: Entry, b: Entry): number {
  for (const [at, segment] of a.segments.entries()) {
    const other = b.segments[at];
    if (other === undefined) return 1;
    if (segment !== other) return segment < other ? -1 : 1;
  }
  return a.segments.length - b.segments.length;
}
