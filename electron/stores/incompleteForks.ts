// A fork in progress lives in a folder whose name no reader takes for a conversation, and gets its real name when
// complete. Crash leftovers are removed, since the user may delete the original for good.

import { dirname, join } from 'node:path';
import { isSafeId } from '../../shared/core/ids.ts';
import type { ConversationPaths, DataFolder } from './dataFolder.ts';
import { syncFolder } from './files/atomicWrite.ts';
import { type Disk, isNotFoundError, listNames } from './files/disk.ts';
import { isLocked } from './locks/locks.ts';

/** IDs never contain a dot. */
const ending = '.copying';

/** Paths of the conversation's files until it is complete. */
export function incompleteForkPaths(paths: ConversationPaths): ConversationPaths {
  const folder = `${paths.folder}${ending}`;
  const inside = (path: string): string => join(folder, path.slice(paths.folder.length));
  return {
    ...paths,
    folder,
    messages: inside(paths.messages),
    meta: inside(paths.meta),
    pending: inside(paths.pending),
    review: inside(paths.review),
    partial: inside(paths.partial),
    removed: inside(paths.removed),
  };
}

/**
 * Removes the folder last, after results and log, because the folder marks that there is something to remove. Throws
 * file system errors.
 */
export async function removeIncompleteFork(disk: Disk, paths: ConversationPaths): Promise<void> {
  for (const path of [paths.results, paths.execution]) {
    await disk.rm(path, { recursive: true, force: true });
    await syncFolder(disk, dirname(path)).catch((thrown) => {
      if (!isNotFoundError(thrown)) throw thrown;
    });
  }
  await disk.rm(incompleteForkPaths(paths).folder, { recursive: true, force: true });
}

/** IDs of the conversations that the unfinished forks among these folder names will become. */
export function incompleteForkIds(names: readonly string[]): string[] {
  return names.flatMap((name) => (name.endsWith(ending) ? name.slice(0, -ending.length) : [])).filter(isSafeId);
}

/** Removes unfinished forks of ended processes; a live one holds the lock of the new conversation. */
export async function removeIncompleteForks(disk: Disk, data: DataFolder): Promise<void> {
  for (const projectId of await data.projectIds()) {
    const names = await listNames(disk, join(data.projectFolder(projectId), 'conversations'));
    for (const id of incompleteForkIds(names)) {
      if (isLocked(data.locks, id)) continue;
      const paths = data.pathsOf(projectId, id);
      // A fork completed since the listing has its own name now.
      if (await isThere(disk, incompleteForkPaths(paths).folder)) await removeIncompleteFork(disk, paths);
    }
  }
}

async function isThere(disk: Disk, path: string): Promise<boolean> {
  return disk.stat(path).then(
    () => true,
    (thrown: unknown) => {
      if (isNotFoundError(thrown)) return false;
      throw thrown;
    },
  );
}
