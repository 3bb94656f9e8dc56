// Removing a conversation, and moving it to another project, with everything that belongs to it. The rename of its folder
// is the moment that counts: before it nothing has happened, after it the rest follows, also after a crash (see check.ts).

import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { asideName, freeName, makeFolder, syncFolder } from './atomicWrite.ts';
import type { ConversationPlace } from './dataFolder.ts';
import { type Disk, diskReason, isAbsent } from './disk.ts';

const removedPattern = /^([0-9A-Za-z][0-9A-Za-z_-]*)\.deleted-/;

/** The id of the conversation whose removal left a folder of this name; null for other names. */
export function removedId(name: string): string | null {
  return removedPattern.exec(name)?.[1] ?? null;
}

/** Messages, results and logs, for good. What is not there is no error. */
export async function removeConversation(disk: Disk, place: ConversationPlace, at: Date): Promise<Result<void>> {
  let folder: string;
  try {
    folder = await freeName(disk, asideName(place.folder, 'deleted', at));
    await disk.rename(place.folder, folder);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', `The conversation was not removed: ${diskReason(thrown)}. Nothing was changed.`);
  }
  try {
    await syncFolder(disk, dirname(place.folder));
    await removeRest(disk, place, folder);
    return ok(undefined);
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      `The conversation is removed from the list, but some of its files are still there: ${diskReason(thrown)}. ` +
        'Checking the data with repair removes them.',
    );
  }
}

/** What is left of a removed conversation: its renamed folder, its results and its log. */
export async function removeRest(disk: Disk, place: ConversationPlace, folder: string): Promise<void> {
  for (const path of [folder, place.results, place.execution]) {
    await disk.rm(path, { recursive: true, force: true });
  }
}

/** State is copied first, then the folder is renamed, then the old state removed: at no moment does a message lack its result. */
export async function moveConversationFiles(
  disk: Disk,
  from: ConversationPlace,
  to: ConversationPlace,
): Promise<Result<void>> {
  try {
    await copyState(disk, from, to);
    await makeFolder(disk, dirname(to.folder));
    await disk.rename(from.folder, to.folder);
    await syncFolder(disk, dirname(to.folder));
    await syncFolder(disk, dirname(from.folder));
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      `The conversation was not moved: ${diskReason(thrown)}. Everything is where it was.`,
    );
  }
  // It has moved: what cannot be removed of the old copies is found by a check.
  await disk.rm(from.results, { recursive: true, force: true }).catch(() => {});
  await disk.rm(from.execution, { force: true }).catch(() => {});
  return ok(undefined);
}

async function copyState(disk: Disk, from: ConversationPlace, to: ConversationPlace): Promise<void> {
  const names = await disk.readdir(from.results).catch((thrown) => {
    if (isAbsent(thrown)) return [];
    throw thrown;
  });
  if (names.length > 0) await makeFolder(disk, to.results);
  for (const name of names) await copyDurably(disk, join(from.results, name), join(to.results, name));
  if (names.length > 0) await syncFolder(disk, to.results);
  try {
    await disk.stat(from.execution);
  } catch (thrown) {
    if (isAbsent(thrown)) return;
    throw thrown;
  }
  await makeFolder(disk, dirname(to.execution));
  await copyDurably(disk, from.execution, join(dirname(to.execution), basename(from.execution)));
  await syncFolder(disk, dirname(to.execution));
}

async function copyDurably(disk: Disk, from: string, to: string): Promise<void> {
  await disk.copyFile(from, to);
  const handle = await disk.open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
