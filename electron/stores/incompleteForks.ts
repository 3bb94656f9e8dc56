// A copy of a conversation while it is being made: its folder has a name that no reader takes for a conversation, and gets its
// own when everything is there. What a crash left of one is removed: it holds what a person may remove for good later.

import { dirname, join } from 'node:path';
import { isSafeId } from '../../shared/core/ids.ts';
import type { ConversationPaths, DataFolder } from './dataFolder.ts';
import { syncFolder } from './files/atomicWrite.ts';
import { type Disk, isAbsent } from './files/disk.ts';
import { namesIn } from './files/folderEntries.ts';
import { isLocked } from './locks/locks.ts';

/** A dot is in no id. */
const ending = '.copying';

/** Where the files of the conversation are until it is there. */
export function halfCopy(place: ConversationPaths): ConversationPaths {
  const folder = `${place.folder}${ending}`;
  const inside = (path: string): string => join(folder, path.slice(place.folder.length));
  return {
    ...place,
    folder,
    messages: inside(place.messages),
    meta: inside(place.meta),
    pending: inside(place.pending),
    partial: inside(place.partial),
    removed: inside(place.removed),
  };
}

/** With its results and its log, its folder last: that is what says there is something to remove. Throws what the disk throws. */
export async function removeHalfCopy(disk: Disk, place: ConversationPaths): Promise<void> {
  for (const path of [place.results, place.execution]) {
    await disk.rm(path, { recursive: true, force: true });
    await syncFolder(disk, dirname(path)).catch((thrown) => {
      if (!isAbsent(thrown)) throw thrown;
    });
  }
  await disk.rm(halfCopy(place).folder, { recursive: true, force: true });
}

/** Ids of the conversations that half copies among these names of folders are to be. */
export function halfCopiesAmong(names: readonly string[]): string[] {
  return names.flatMap((name) => (name.endsWith(ending) ? name.slice(0, -ending.length) : [])).filter(isSafeId);
}

/** Those of processes that have ended; whoever makes one has the lock of the conversation that it is to be. */
export async function removeHalfCopies(disk: Disk, data: DataFolder): Promise<void> {
  for (const projectId of await data.projectIds()) {
    const names = await namesIn(disk, join(data.projectFolder(projectId), 'conversations'));
    for (const id of halfCopiesAmong(names)) {
      if (isLocked(data.locks, id)) continue;
      const place = data.place(projectId, id);
      // One that was made since it was listed has its own name now.
      if (await isThere(disk, halfCopy(place).folder)) await removeHalfCopy(disk, place);
    }
  }
}

async function isThere(disk: Disk, path: string): Promise<boolean> {
  return disk.stat(path).then(
    () => true,
    (thrown: unknown) => {
      if (isAbsent(thrown)) return false;
      throw thrown;
    },
  );
}
