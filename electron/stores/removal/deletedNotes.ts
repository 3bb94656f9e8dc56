// Notes which conversations were deleted for good, for the user's other machines: a missing folder alone may also be a disk
// that is not mounted. Only noted while sync is set up on this machine.

import { dirname, join } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, isNotFoundError, listNames } from '../files/disk.ts';

/** Everything that sync stores in the data folder. */
export function syncFolderOf(root: string): string {
  return join(root, 'sync');
}

function notesOf(root: string): string {
  return join(syncFolderOf(root), 'deleted');
}

/** Durable when it resolves. Throws file system errors. */
export async function noteDeleted(disk: Disk, root: string, conversationId: string): Promise<void> {
  const isSetUp = await disk.stat(syncFolderOf(root)).then(() => true, absent);
  if (!isSetUp) return;
  const path = join(notesOf(root), conversationId);
  await makeFolder(disk, dirname(path));
  await atomicWrite(disk, path, '');
}

export async function readDeletedNotes(disk: Disk, root: string): Promise<string[]> {
  const names = await listNames(disk, notesOf(root)).catch((thrown) => {
    if (isNotFoundError(thrown)) return [];
    throw thrown;
  });
  return names.filter(isSafeId);
}

export async function forgetDeletedNote(disk: Disk, root: string, conversationId: string): Promise<void> {
  await disk.rm(join(notesOf(root), conversationId), { force: true });
}

function absent(thrown: unknown): false {
  if (isNotFoundError(thrown)) return false;
  throw thrown;
}
