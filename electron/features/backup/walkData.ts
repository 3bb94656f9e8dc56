// The files of a data folder in the order in which a backup reads them. The app may write meanwhile, so what a message refers to is
// read after the message (it is durable before it), the record of started calls after the messages whose calls it records, and
// the list of removed messages last.

import { join } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import { type Disk, isNotFoundError, listEntries } from '../../stores/files/disk.ts';
import { isBackedUp, isSafePath } from './backedUp.ts';

export interface WalkedFile {
  /** Relative to the data folder, with `/`. */
  path: string;
  /** Why it cannot be in a backup; null: it can. */
  leftOut: 'link' | 'name' | 'kind' | 'folder' | null;
}

/** Ranks within a conversation's folder. */
const order = ['meta.json', 'pending.json', 'partial.json', 'messages.json'];

export async function* walkData(disk: Disk, root: string): AsyncGenerator<WalkedFile> {
  for (const entry of await entriesIn(disk, root, '')) {
    if (entry.path !== 'projects' || !entry.isFolder) yield* walkEntry(disk, root, entry);
  }
  for (const project of await entriesIn(disk, root, 'projects')) {
    if (project.isFolder) yield* walkProject(disk, root, project.path);
    else yield* walkEntry(disk, root, project);
  }
}

async function* walkProject(disk: Disk, root: string, project: string): AsyncGenerator<WalkedFile> {
  const apart = [`${project}/conversations`, `${project}/state`];
  for (const entry of await entriesIn(disk, root, project)) {
    if (!apart.includes(entry.path) || !entry.isFolder) yield* walkEntry(disk, root, entry);
  }
  const walked = new Set<string>();
  for (const folder of await entriesIn(disk, root, `${project}/conversations`)) {
    const id = folder.path.slice(folder.path.lastIndexOf('/') + 1);
    if (!folder.isFolder || !isSafeId(id)) {
      yield* walkEntry(disk, root, folder);
      continue;
    }
    const entries = await entriesIn(disk, root, folder.path);
    const removed = entries.filter(({ path }) => /^removed[^/]*$/.test(path.slice(folder.path.length + 1)));
    const others = entries.filter((entry) => !removed.includes(entry));
    for (const entry of others.toSorted((a, b) => rankOf(a, folder.path) - rankOf(b, folder.path))) {
      yield* walkEntry(disk, root, entry);
    }
    const state = `${project}/state`;
    for (const path of [
      `${state}/logs/tool-results/${id}`,
      `${state}/logs/execution/${id}.jsonl`,
      `${state}/undo/${id}`,
    ]) {
      walked.add(path);
      yield* walkPath(disk, root, path);
    }
    for (const entry of removed) yield* walkEntry(disk, root, entry);
  }
  yield* walkFolder(disk, root, `${project}/state`, walked);
}

function rankOf({ path }: { path: string }, folder: string): number {
  const rank = order.indexOf(path.slice(folder.length + 1));
  return rank < 0 ? order.length : rank;
}

interface Entry {
  path: string;
  isFolder: boolean;
  leftOut: WalkedFile['leftOut'];
}

async function entriesIn(disk: Disk, root: string, folder: string): Promise<Entry[]> {
  const entries = await listEntries(disk, join(root, folder));
  return entries
    .flatMap((entry): Entry[] => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!isBackedUp(path)) return [];
      const leftOut = !isSafePath(path)
        ? 'name'
        : entry.isFile() || entry.isDirectory()
          ? null
          : entry.isSymbolicLink()
            ? 'link'
            : 'kind';
      return [{ path, isFolder: entry.isDirectory() && leftOut === null, leftOut }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function* walkEntry(disk: Disk, root: string, entry: Entry): AsyncGenerator<WalkedFile> {
  if (entry.isFolder) yield* walkFolder(disk, root, entry.path);
  else yield { path: entry.path, leftOut: entry.leftOut };
}

/** `except`: files and folders that were walked before. */
async function* walkFolder(
  disk: Disk,
  root: string,
  folder: string,
  except: ReadonlySet<string> = new Set(),
): AsyncGenerator<WalkedFile> {
  let entries: Entry[];
  try {
    entries = await entriesIn(disk, root, folder);
  } catch {
    yield { path: folder, leftOut: 'folder' };
    return;
  }
  for (const entry of entries) {
    if (except.has(entry.path)) continue;
    if (entry.isFolder) yield* walkFolder(disk, root, entry.path, except);
    else yield { path: entry.path, leftOut: entry.leftOut };
  }
}

/** A file or folder that may be missing. */
async function* walkPath(disk: Disk, root: string, path: string): AsyncGenerator<WalkedFile> {
  const [folder, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  if (!/\.jsonl$/.test(name)) {
    yield* walkFolder(disk, root, path);
    return;
  }
  const isMissing = await disk.stat(join(root, path)).then(() => false, isNotFoundError);
  if (!isMissing) yield { path: `${folder}/${name}`, leftOut: null };
}
