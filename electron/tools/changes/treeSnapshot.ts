// A folder's content before a call: everything if it is small enough, else without ignored files, else no snapshot.
// Omissions are recorded, so that they do not count as new later.

import { lstat, realpath } from 'node:fs/promises';
import { Sentence, say } from '../../../shared/core/sentence.ts';
import type { ContentKeeper, CoverageGap, EntryState, TreeSnapshot } from '../../ports/folderTree.ts';
import { createIgnoreRules, type IgnoreRules } from '../paths/ignoreRules.ts';
import { type CoverageTest, nameOf, parentOf, segmentsOf } from './coveredNames.ts';
import type { EntryStat } from './entryState.ts';
import type { TreeLimits } from './limits.ts';
import { type FileStateCache, readFiles } from './readFiles.ts';
import { walkTree } from './walkTree.ts';

export interface SnapshotParts {
  limits: TreeLimits;
  /** Cached between scans of the folder. */
  cache: FileStateCache;
  isCovered: CoverageTest;
}

interface TreeListing {
  folders: Map<string, EntryState>;
  files: { path: string; stat: EntryStat }[];
  leftOut: CoverageGap[];
}

/** Returns a sentence if there is no snapshot. */
export async function takeSnapshot(
  folder: string,
  parts: SnapshotParts,
  keeper: ContentKeeper,
): Promise<TreeSnapshot | Sentence> {
  const { limits, cache } = parts;
  const until = performance.now() + limits.beforeMs;
  const isLate = (): boolean => performance.now() > until;
  const root = await realpath(folder);
  let ignoring = false;
  let walk = await lookThrough(root, parts, null, isLate);
  if (walk instanceof Sentence && !isLate()) {
    ignoring = true;
    walk = await lookThrough(root, parts, createIgnoreRules(root), isLate);
  }
  if (walk instanceof Sentence) return walk;
  const read = await readFiles(root, groupByFolder(walk.files), cache, keeper, isLate);
  if (read.late) return tooSlow;
  const entries = new Map([...walk.folders, ...read.states]);
  const unread = new Map(read.unread.map(({ path, why }) => [path, why]));
  for (const { path, stat } of walk.files) {
    const why = unread.get(path);
    if (why) walk.leftOut.push({ path, why, signature: stat.signature });
  }
  for (const path of cache.keys()) if (!entries.has(path)) cache.delete(path);
  return { root, entries, ignoring, leftOut: walk.leftOut };
}

const tooSlow = say`Scanning the folder took too long, so it is unknown what was changed in it.`;

function tooLarge({ entries, bytes }: TreeLimits): Sentence {
  const megabytes = Math.round(bytes / 1024 / 1024);
  return say`The folder has more than ${entries.toLocaleString('en-US')} files or ${megabytes} MB, so it is unknown what was changed in it.`;
}

async function lookThrough(
  root: string,
  { limits, isCovered }: SnapshotParts,
  rules: IgnoreRules | null,
  isLate: () => boolean,
): Promise<TreeListing | Sentence> {
  const walk: TreeListing = { folders: new Map(), files: [], leftOut: [] };
  const { dev } = await lstat(root, { bigint: true });
  let bytes = 0;
  const leave = (path: string, why: 'large' | 'special' | 'unreadable', stat: EntryStat | null): false => {
    walk.leftOut.push({ path, why, signature: stat?.signature ?? '' });
    return false;
  };
  const enough = (): boolean =>
    walk.folders.size + walk.files.length + walk.leftOut.length > limits.entries || bytes > limits.bytes || isLate();
  const take = (path: string, stat: EntryStat): boolean => {
    if (stat.kind === 'special') return leave(path, 'special', stat);
    if (stat.kind === 'folder') {
      // Mounts are not part of the folder.
      if (stat.dev !== dev) return leave(path, 'unreadable', stat);
      walk.folders.set(path, { kind: 'folder', mode: stat.mode });
      return true;
    }
    if (stat.bytes > limits.fileBytes) return leave(path, 'large', stat);
    bytes += stat.bytes;
    walk.files.push({ path, stat });
    return false;
  };
  await walkTree(root, {
    enough,
    closed: (path, stat) => {
      walk.folders.delete(path);
      leave(path, 'unreadable', stat);
    },
    oddName: (path) => leave(path, 'unreadable', null),
    entry(path, stat) {
      if (!isCovered(path)) return false;
      if (!rules) return take(path, stat);
      return isIgnored(rules, path, stat).then((ignored) => {
        if (!ignored) return take(path, stat);
        walk.leftOut.push({ path, why: 'ignored' });
        return false;
      });
    },
  });
  if (isLate()) return tooSlow;
  return enough() ? tooLarge(limits) : walk;
}

/** Installed dependencies are as large as ignored files, and no more the user's work. */
export async function isIgnored(rules: IgnoreRules, path: string, stat: EntryStat): Promise<boolean> {
  const isFolder = stat.kind === 'folder';
  return (isFolder && nameOf(path) === 'node_modules') || rules.ignores(segmentsOf(path), isFolder);
}

/** So that each folder is opened once. */
export function groupByFolder<T extends { path: string }>(files: readonly T[]): T[] {
  const groups = new Map<string, T[]>();
  for (const file of files) {
    const parent = parentOf(file.path);
    const group = groups.get(parent);
    if (group) group.push(file);
    else groups.set(parent, [file]);
  }
  return [...groups.values()].flat();
}
