// Watches guarded paths during and after a sandboxed program: moves forbidden new files away and restores changed ones.
// Until then the app itself ignores new files there (`isUnchecked`).

import { type FSWatcher, watch } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import { openFolder } from '../paths/openInside.ts';
import type { GitPathOptions } from './gitConfigPaths.ts';
import {
  type FileCopy,
  findGuardedPaths,
  type GuardedPaths,
  isUnchanged,
  pathsCreatedSince,
  pathsUncheckedSince,
} from './guardedPaths.ts';
import { isBelow } from './isBelow.ts';

export interface FileGuard {
  /** Returns files created so far, and those that could not be checked. */
  violations(): SandboxViolation[];
  /** Whether a file of the folder may be the program's work. Absolute, in the folder's given form. */
  isUnchecked(path: string): Promise<boolean>;
  /** Resolves after the final check. */
  end(): Promise<void>;
}

interface FileGuardOptions {
  leads: GitPathOptions;
  /** The folder's given form, with links unresolved. */
  unresolvedFolder: string;
  before: GuardedPaths;
  held: readonly string[];
  opened: readonly string[];
  /** Destination of moved files. */
  quarantine: string;
}

const betweenMs = 2_000;
/** Pause between checks, as a multiple of the last one's duration, so large projects are checked less often. */
const restFactor = 20;
/** The same after a change in a watched folder. */
const soonFactor = 3;
const soonMs = 40;

export function startFileGuard(options: FileGuardOptions): FileGuard {
  const { leads, unresolvedFolder: named, before, held, opened, quarantine } = options;
  const { folder } = leads;
  const violationsByKey = new Map<string, SandboxViolation>();
  const watchers: FSWatcher[] = [];
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  let soonest = 0;
  let isOver = false;

  async function look(): Promise<void> {
    const after = await findGuardedPaths(leads, before);
    const createdPaths = (await pathsCreatedSince(before, after, folder)).filter(
      ({ path }) => !opened.some((each) => isBelow(path, each)),
    );
    for (const place of createdPaths) {
      const movedTo = await setAside(place, quarantine);
      if (movedTo === null) continue;
      if (place.before) await restore(place, place.before);
      violationsByKey.set(`made ${place.path}`, { type: 'made', path: place.path, movedTo });
    }
    for (const path of pathsUncheckedSince(before, after, folder)) {
      violationsByKey.set(`unchecked ${path}`, { type: 'unchecked', path });
    }
  }

  /** Never overlapping. */
  function lookNow(): Promise<void> {
    looking ??= look()
      // A failing disk makes it no safer.
      .catch(() => void violationsByKey.set(`unchecked ${folder}`, { type: 'unchecked', path: folder }))
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  /** Never postponed, because writes may be continuous. */
  function lookBy(at: number): void {
    if (isOver || looking !== null || at >= dueAt) return;
    if (timer) clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void lookInTurn(), Math.max(0, at - performance.now())).unref();
  }

  async function lookInTurn(): Promise<void> {
    const start = performance.now();
    await lookNow();
    const took = performance.now() - start;
    dueAt = Number.POSITIVE_INFINITY;
    soonest = performance.now() + soonFactor * took;
    lookBy(performance.now() + Math.max(betweenMs, restFactor * took));
  }

  for (const place of watchedFolders(before, [folder, ...(leads.agent?.roots ?? [])])) {
    try {
      const watcher = watch(place, { persistent: false }, () => lookBy(Math.max(soonest, performance.now() + soonMs)));
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Watch as many as the system allows; checks run anyway.
    }
  }
  lookBy(performance.now() + betweenMs);

  return {
    violations: () => [...violationsByKey.values()],
    async isUnchecked(path) {
      const inside = [named, folder].find((each) => isBelow(path, each));
      if (inside === undefined) return false;
      const real = join(folder, relative(inside, path));
      return !held.some((each) => isBelow(real, each)) && !(await isUnchanged(real, before));
    },
    async end() {
      isOver = true;
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await looking;
      await lookNow();
    },
  };
}

/** Folders where new files take effect at once: the project's root, and its repository's; an agent's own. */
function watchedFolders({ pinned }: GuardedPaths, folders: readonly string[]): string[] {
  return [...folders, join(folders[0] ?? '', '.git'), ...pinned].slice(0, 20);
}

/** `root` is the folder that it must be in; no link on the way is followed. Returns its new path, or null if it was gone. */
async function setAside({ path, root }: { path: string; root: string }, quarantine: string): Promise<string | null> {
  await mkdir(quarantine, { recursive: true, mode: 0o700 });
  const to = join(await mkdtemp(join(quarantine, 'made-')), basename(path));
  const folder = await openFolder(root, relative(root, dirname(path)).split(sep).filter(Boolean)).catch(() => null);
  if (folder === null) return null;
  const from = folder.path(basename(path));
  try {
    await rename(from, to);
    return to;
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return null;
    // Different file system.
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
    return to;
  } finally {
    await folder.close();
  }
}

/** Restores a copy where something was moved away. Anything new there stays. */
async function restore({ path, root }: { path: string; root: string }, copy: FileCopy): Promise<void> {
  const folder = await openFolder(root, relative(root, dirname(path)).split(sep).filter(Boolean)).catch(() => null);
  if (folder === null) return;
  try {
    const to = folder.path(basename(path));
    if ('link' in copy) await symlink(copy.link, to);
    else await writeFile(to, copy.bytes, { flag: 'wx', mode: copy.mode });
  } catch {
    // Something is in the way, or the folder is not writable any more.
  } finally {
    await folder.close();
  }
}
