// A user's folder, for file changes by calls: reads its content, finds differences and restores it.

import { realpath } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { say } from '../../../shared/core/sentence.ts';
import { type ContentKeeper, type EntryState, type FolderTree, SecretContentError } from '../../ports/folderTree.ts';
import { type OpenFolder, openBelow, openFolder } from '../paths/openInside.ts';
import { resolveRealPath, segmentsBelow } from '../paths/realLocation.ts';
import { checkSteps } from './checkSteps.ts';
import { createCoverageTest, nameOf, parentOf, segmentsOf } from './coveredNames.ts';
import { describeChange } from './describeChange.ts';
import { isMissing, readEntry, statEntry } from './entryState.ts';
import { type TreeLimits, treeLimits } from './limits.ts';
import type { FileStateCache } from './readFiles.ts';
import { restoreSteps } from './restoreSteps.ts';
import { changesSince } from './treeChanges.ts';
import { type SnapshotParts, takeSnapshot } from './treeSnapshot.ts';

export interface FolderTreeOptions {
  /** Absolute folders to skip entirely: the app's own data. */
  protectedFolders: readonly string[];
  limits?: Partial<TreeLimits>;
}

const keptFolders = 4;

export function createFolderTree(options: FolderTreeOptions): FolderTree {
  const limits = { ...treeLimits, ...options.limits };
  const read = new Map<string, FileStateCache>();

  async function partsFor(root: string): Promise<SnapshotParts> {
    const cachedStates: FileStateCache = read.get(root) ?? new Map();
    read.delete(root);
    read.set(root, cachedStates);
    const [oldest] = read.keys();
    if (read.size > keptFolders && oldest !== undefined) read.delete(oldest);
    return { limits, cache: cachedStates, isCovered: await createCoverageTest(root, options.protectedFolders) };
  }

  return {
    rootOf: (folder) => realpath(folder).catch(() => null),
    changedAfter,

    async snapshot(folder, keeper) {
      const root = await realpath(folder).catch(() => null);
      if (root === null) return say`The folder was not found, so it is unknown what was changed in it.`;
      return takeSnapshot(root, await partsFor(root), keeper);
    },

    compare: async (before, keeper) => changesSince(before, await partsFor(before.root), keeper),

    async resolve(folder, path) {
      try {
        const root = await realpath(folder);
        const real = await resolveRealPath(resolve(isAbsolute(path) ? '' : root, path), { byForm: true });
        const segments = segmentsBelow(root, real.path, sep);
        if (segments === null || segments.length === 0)
          return say`"${path}" is not in the project folder, so the change cannot be undone.`;
        const isCovered = await createCoverageTest(root, options.protectedFolders);
        if (!isCovered(segments.join('/')))
          return say`"${path}" belongs to git or to the app’s own data, so the change cannot be undone.`;
        return { root, paths: await missingOnTheWay(root, segments) };
      } catch {
        return say`"${path}" could not be checked, so the change cannot be undone.`;
      }
    },

    entriesAt: (root, paths, keeper) => lookAt(root, paths, keeper, limits),

    async check(folder, steps) {
      const root = await realpath(folder).catch(() => null);
      if (root === null) return { conflicts: new Map(steps.map(({ path }) => [path, noFolder])), done: new Set() };
      return checkSteps(root, steps, await createCoverageTest(root, options.protectedFolders));
    },

    async restore(folder, steps, content) {
      const root = await realpath(folder).catch(() => null);
      if (root === null)
        return { done: [], already: [], skipped: steps.map(({ path }) => ({ path, reason: noFolder })) };
      return restoreSteps(root, steps, content, await createCoverageTest(root, options.protectedFolders));
    },

    describe: describeChange,
  };
}

const noFolder = say`The folder was not found.`;

/** The path and its parent folders that do not exist. */
async function missingOnTheWay(root: string, segments: readonly string[]): Promise<string[]> {
  const paths = segments.map((_segment, at) => segments.slice(0, at + 1).join('/'));
  return inFolders(root, async (open) => {
    for (const [at, path] of paths.entries()) {
      if (statEntry(await open(parentOf(path)), nameOf(path)) === null) return paths.slice(at);
    }
    return paths.slice(-1);
  });
}

async function lookAt(
  root: string,
  paths: readonly string[],
  keeper: ContentKeeper,
  limits: TreeLimits,
): Promise<Map<string, EntryState | null | undefined>> {
  const states = new Map<string, EntryState | null | undefined>();
  return inFolders(root, async (open) => {
    for (const path of paths) {
      const isBelowNothing = states.get(parentOf(path)) === null;
      states.set(path, isBelowNothing ? null : await stateAt(open, path, keeper, limits));
    }
    return states;
  });
}

type OpenPath = (path: string) => Promise<OpenFolder>;

/** Opens the folders of `use` one at a time. A direct child of the last is opened from it, so a deep path costs only its length. */
async function inFolders<T>(root: string, use: (open: OpenPath) => Promise<T>): Promise<T> {
  let last: { path: string; folder: OpenFolder } | null = null;
  async function open(path: string): Promise<OpenFolder> {
    if (last?.path === path) return last.folder;
    const names = path === '' ? [] : segmentsOf(path);
    const folder: OpenFolder =
      last !== null && path !== '' && parentOf(path) === last.path
        ? await openBelow(last.folder, nameOf(path), join(root, ...names))
        : await openFolder(root, names);
    await last?.folder.close();
    last = { path, folder };
    return folder;
  }
  try {
    return await use(open);
  } finally {
    await (last as { folder: OpenFolder } | null)?.folder.close();
  }
}

async function stateAt(
  open: OpenPath,
  path: string,
  keeper: ContentKeeper,
  limits: TreeLimits,
): Promise<EntryState | null | undefined> {
  try {
    const folder = await open(parentOf(path)).catch((thrown: unknown) => (isMissing(thrown) ? null : undefined));
    if (!folder) return folder;
    const stat = statEntry(folder, nameOf(path));
    if (stat === null) return null;
    if (stat.kind === 'file' && stat.bytes > limits.fileBytes) return undefined;
    return (await readEntry(folder, nameOf(path), stat, keeper))?.state;
  } catch (thrown) {
    if (thrown instanceof SecretContentError) return undefined;
    throw thrown;
  }
}

/** Which paths changed after a given time, by their file times. In doubt, a path counts as changed. */
async function changedAfter(root: string, paths: readonly string[], moment: number): Promise<Set<string>> {
  const after = BigInt(Math.floor(moment)) * 1_000_000n;
  const changed = new Set<string>();
  for (const path of paths) if (await isLater(root, path, after)) changed.add(path);
  return changed;
}

async function isLater(root: string, path: string, after: bigint): Promise<boolean> {
  // For a deleted path only its nearest existing parent can tell.
  for (let at = path; at !== ''; at = parentOf(at)) {
    const above = parentOf(at);
    let folder: OpenFolder;
    try {
      folder = await openFolder(root, above === '' ? [] : segmentsOf(above));
    } catch (thrown) {
      if (isMissing(thrown)) continue;
      return true;
    }
    try {
      const stat = statEntry(folder, nameOf(at)) ?? statEntry(folder, '.');
      return stat === null || stat.changedAt > after;
    } catch {
      return true;
    } finally {
      await folder.close();
    }
  }
  return true;
}
