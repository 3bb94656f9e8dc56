// Moves a conversation to another project with everything it has: copies state, renames the folder, removes the old
// state. No message ever lacks its result, and a crash leaves it in exactly one project.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { findReferencedAttachments, findUnusedAttachments } from '../attachments/removedAttachments.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, errorCode, isNotFoundError, listEntries } from '../files/disk.ts';

export async function moveConversationFiles(
  disk: Disk,
  data: DataFolder,
  from: ConversationPaths,
  to: ConversationPaths,
): Promise<Result<void>> {
  let hashes: ReadonlySet<string>;
  try {
    hashes = await findReferencedAttachments(disk, [from.folder]);
    await copyState(disk, from, to, hashes);
    await makeFolder(disk, dirname(to.folder), to.project);
    await disk.rename(from.folder, to.folder);
    await syncFolder(disk, dirname(to.folder));
    await syncFolder(disk, dirname(from.folder));
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`The conversation was not moved: ${diskReason(thrown)}. Nothing was changed.`);
  }
  // Already moved; a check finds any old copies that cannot be removed.
  for (const path of [from.results, from.undo, from.execution]) {
    await disk.rm(path, { recursive: true, force: true }).catch(() => {});
  }
  const unused = await findUnusedAttachments(disk, data, from, hashes, new Set()).catch(() => []);
  for (const { path } of unused) await disk.rm(path, { force: true }).catch(() => {});
  return ok(undefined);
}

async function copyState(
  disk: Disk,
  from: ConversationPaths,
  to: ConversationPaths,
  hashes: ReadonlySet<string>,
): Promise<void> {
  await copyTree(disk, from.results, to.results, to.project);
  await copyTree(disk, from.undo, to.undo, to.project);
  const attachments = [...hashes].map((hash) => [join(from.attachments, hash), join(to.attachments, hash)] as const);
  for (const [source, target] of [...attachments, [from.execution, to.execution] as const]) {
    if (!(await isFile(disk, source))) continue;
    await makeFolder(disk, dirname(target), to.project);
    await copyDurably(disk, source, target);
    await syncFolder(disk, dirname(target));
  }
}

/** Skips missing entries. */
async function copyTree(disk: Disk, from: string, to: string, project: string): Promise<void> {
  const entries = await listEntries(disk, from);
  if (entries.length === 0) return;
  await makeFolder(disk, to, project);
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(disk, source, target, project);
    else if (entry.isFile()) await copyDurably(disk, source, target);
  }
  await syncFolder(disk, to);
}

async function isFile(disk: Disk, path: string): Promise<boolean> {
  try {
    return (await disk.stat(path)).isFile();
  } catch (thrown) {
    if (isNotFoundError(thrown) || errorCode(thrown) === 'ELOOP') return false;
    throw thrown;
  }
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
