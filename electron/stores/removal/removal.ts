// Finishes removing a deleted conversation: attachments, results, logs and undo data first, its folder last, so that a
// crash always leaves enough to finish the removal.

import { dirname, join } from 'node:path';
import { findReferencedAttachments, findUnusedAttachments } from '../attachments/removedAttachments.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { syncFolder } from '../files/atomicWrite.ts';
import { type Disk, isNotFoundError, listNames } from '../files/disk.ts';
import { noteDeleted } from './deletedNotes.ts';
import { parseDeletedName } from './undoSession.ts';

/** A deleted conversation's folder and original location. */
export interface DeletedFolder {
  place: ConversationPaths;
  /** `<place.folder>.deleted-…` */
  folder: string;
  /** The process that deleted it; null if unknown. */
  session: string | null;
}

/** Deleted conversations of a project still on disk, by name. */
export async function listDeletedFolders(disk: Disk, data: DataFolder, projectId: string): Promise<DeletedFolder[]> {
  const conversations = join(data.projectFolder(projectId), 'conversations');
  const names = await listNames(disk, conversations);
  return names.sort().flatMap((name) => {
    const deleted = parseDeletedName(name);
    if (deleted === null) return [];
    const paths = data.pathsOf(projectId, deleted.conversationId);
    return [{ place: paths, folder: join(conversations, name), session: deleted.session }];
  });
}

/** Conversations whose deletion can still be undone. */
export async function undoableDeletions(disk: Disk, data: DataFolder): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const projectId of await data.projectIds()) {
    const folders = await listDeletedFolders(disk, data, projectId);
    for (const { place } of folders) ids.add(place.conversationId);
  }
  return ids;
}

/**
 * Removes it permanently. Attachments, results and logs stay if the ID exists again or another deleted copy may be
 * restored. Idempotent; throws file system errors.
 */
export async function removeDeleted(disk: Disk, data: DataFolder, deleted: DeletedFolder): Promise<void> {
  const { place: paths, folder } = deleted;
  // Make the deletion durable first, so it cannot come back without its files.
  await syncFolder(disk, dirname(folder));
  if (await isAlone(disk, data, deleted)) {
    await noteDeleted(disk, data.root, paths.conversationId);
    const hashes = await findReferencedAttachments(disk, [folder]);
    const unused = await findUnusedAttachments(disk, data, paths, hashes, new Set([folder]));
    for (const { path } of unused) await disk.rm(path, { force: true });
    const goal = join(data.root, 'goals', `${paths.conversationId}.json`);
    const beside = [paths.results, paths.execution, paths.undo, goal];
    for (const path of beside) await disk.rm(path, { recursive: true, force: true });
    // Durably, before removing the folder that refers to them.
    for (const path of beside) {
      await syncFolder(disk, dirname(path)).catch((thrown) => {
        if (!isNotFoundError(thrown)) throw thrown;
      });
    }
  }
  await disk.rm(folder, { recursive: true, force: true });
}

async function isAlone(disk: Disk, data: DataFolder, { place: paths, folder }: DeletedFolder): Promise<boolean> {
  const live = await disk.stat(paths.folder).catch((thrown) => {
    if (isNotFoundError(thrown)) return null;
    throw thrown;
  });
  if (live !== null) return false;
  const all = await listDeletedFolders(disk, data, paths.projectId);
  return all.every((other) => other.folder === folder || other.place.conversationId !== paths.conversationId);
}
