// Completes paths while the user types. Keeps a folder's file list in memory and refreshes it in the background when it
// is a few seconds old. The first query is answered from what is listed by then.

import { realpath } from 'node:fs/promises';
import type { PathCompletion } from '../../../shared/features/files/mentionMethods.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FolderFiles } from '../../ports/folderFiles.ts';
import { createIgnoreRules } from '../paths/ignoreRules.ts';
import { listFolderPaths } from './folderPaths.ts';
import { hiddenNames, walkFolder } from './folderWalk.ts';
import { createPathList, type PathList } from './pathList.ts';
import type { FindRipgrep } from './ripgrep.ts';

export type PathCompleter = Pick<FolderFiles, 'complete'>;

export interface PathCompleterDeps {
  clock: Clock;
  findRipgrep: FindRipgrep;
}

interface Known {
  list: PathList;
  /** Milliseconds; when listing began. */
  at: number;
  listing: Promise<void> | null;
}

/** Milliseconds until a list is refreshed. */
const freshFor = 5000;
/** Short, because the window asks again. */
const defaultPatienceMs = 30;
const timeoutMs = 30_000;
const maxFolders = 2;
const maxPaths = 400_000;
/** Maximum entries of an otherwise ignored folder. */
const maxInIgnored = 2000;

export function createPathCompleter({ clock, findRipgrep }: PathCompleterDeps): PathCompleter {
  const listsByFolder = new Map<string, Known>();

  async function list(folder: string, into: PathList): Promise<void> {
    const binary = await findRipgrep();
    await listFolderPaths({
      binary: binary.ok ? binary.value : null,
      folder,
      timeoutMs,
      clock,
      async onPaths(paths) {
        await into.add(paths);
        return into.size() < maxPaths;
      },
    });
  }

  function refresh(folder: string, before: Known | undefined): Known {
    const newList = createPathList(before?.list ?? null);
    const entry: Known = before ?? { list: newList, at: 0, listing: null };
    entry.at = clock.elapsed();
    entry.listing = list(folder, newList)
      // An unreadable folder has no completions.
      .catch(() => {})
      .then(() => {
        newList.end();
        entry.list = newList;
        entry.listing = null;
      });
    return entry;
  }

  function listOf(folder: string): Known {
    const entry = listsByFolder.get(folder);
    const isOld = !entry || (entry.listing === null && clock.elapsed() - entry.at > freshFor);
    const now = isOld ? refresh(folder, entry) : entry;
    // Keep the most recently used one longest.
    listsByFolder.delete(folder);
    listsByFolder.set(folder, now);
    const oldest = listsByFolder.keys().next();
    if (listsByFolder.size > maxFolders && !oldest.done) listsByFolder.delete(oldest.value);
    return now;
  }

  return {
    async complete(folder, typed, limit, patienceMs = defaultPatienceMs) {
      const root = await realpath(folder).catch(() => null);
      if (root === null) return { paths: [], complete: true };
      const entry = listOf(root);
      if (!entry.list.isWhole() && entry.listing) {
        const listingEnd = new AbortController();
        await Promise.race([entry.listing, clock.wait(patienceMs, listingEnd.signal)]);
        listingEnd.abort();
      }
      const { list: now } = entry;
      const paths = await now.find(typed, limit);
      const isWhole = now.isWhole();
      return { paths: paths.length > 0 || !isWhole ? paths : await inIgnored(root, typed, limit), complete: isWhole };
    },
  };
}

/** Entries of an ignored folder, such as `dist/`, once the user types a path into it. */
async function inIgnored(root: string, typed: string, limit: number): Promise<PathCompletion[]> {
  const names = typed.replace(/^\.\//, '').split('/');
  const typedName = names.pop()?.toLowerCase() ?? '';
  if (names.length === 0 || names.some((name) => ['', '.', '..', '.git'].includes(name))) return [];
  try {
    const isLeftOut =
      names.some((name) => hiddenNames.includes(name)) || (await createIgnoreRules(root).hidesAllIn(names));
    if (!isLeftOut) return [];
    const { signal } = new AbortController();
    const walk = await walkFolder({ root, start: names, depth: 1, limit: maxInIgnored, rules: null, signal });
    return walk.entries
      .filter(({ kind, segments }) => kind !== 'link' && segments[0]?.toLowerCase().startsWith(typedName))
      .slice(0, limit)
      .map(({ kind, segments }) => ({
        path: `${[...names, ...segments].join('/')}${kind === 'folder' ? '/' : ''}`,
        kind: kind === 'folder' ? 'folder' : 'file',
      }));
  } catch {
    return []; // not a folder, or unreadable
  }
}
