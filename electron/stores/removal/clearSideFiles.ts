// Clears a removed message from other files: its result, the partial reply, the queue, backups of damaged or
// conflicting files, and unfinished writes.

import { dirname, join } from 'node:path';
import { errorSentence, SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { isTemporaryName, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, listNames, readFlags } from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { type SpanReplacement, spliceFile } from '../files/splice.ts';
import { fileContains } from '../files/textScan.ts';
import { openUtf16Source } from '../files/utf16Source.ts';
import { findOutputFiles, type PrintingCall } from '../results/deadOutput.ts';
import type { Sidecars } from '../sidecars.ts';
import { findRecordCuts } from './recordCuts.ts';

export interface SideFileDeps {
  disk: Disk;
  data: DataFolder;
  sidecars: Sidecars;
}

/** Files that are handled specifically. */
const liveFiles = new Set(['messages.json', 'meta.json', 'pending.json', 'partial.json', 'removed.json']);

/**
 * Removes its result file, crash output of calls it made or answers, its undo data, and copies of these set aside by a
 * check. True if anything existed.
 */
export async function clearResults(
  deps: SideFileDeps,
  paths: ConversationPaths,
  messageId: string,
  calls: readonly PrintingCall[],
): Promise<boolean> {
  const { disk, data } = deps;
  let removed = false;
  await removeNamed(disk, paths.undo, messageId);
  const aside = join(data.root, 'set-aside');
  const days = (await listNames(disk, aside)).sort();
  const copies = days.map((day) => join(aside, day, paths.results.slice(data.root.length)));
  for (const folder of [paths.results, ...copies]) {
    const named = await removeNamed(disk, folder, messageId);
    const printed = await removePrinted(disk, folder, calls);
    removed ||= folder === paths.results && (named || printed);
  }
  return removed;
}

async function removePrinted(disk: Disk, folder: string, calls: readonly PrintingCall[]): Promise<boolean> {
  const printed = await findOutputFiles(disk, folder, calls);
  for (const path of printed) await disk.rm(path, { force: true });
  if (printed.length > 0) await syncFolder(disk, folder);
  return printed.length > 0;
}

/** Removes files named after the message's ID plus an extension. */
async function removeNamed(disk: Disk, folder: string, messageId: string): Promise<boolean> {
  let isFound = false;
  for (const name of (await listNames(disk, folder)).sort()) {
    if (name !== messageId && !name.startsWith(`${messageId}.`)) continue;
    await disk.rm(join(folder, name), { recursive: true, force: true });
    isFound = true;
  }
  if (isFound) await syncFolder(disk, folder);
  return isFound;
}

/** Returns how many backups were changed, and how many were left empty. */
export async function clearSideFiles(
  { disk, data, sidecars }: SideFileDeps,
  paths: ConversationPaths,
  messageId: string,
  at: string,
): Promise<{ changed: number; removed: number }> {
  const partial = await sidecars.readPartial(paths);
  if (partial.value?.messageId === messageId) {
    await must(sidecars.savePartial(paths, null));
    await syncFolder(disk, paths.folder);
  }
  const pending = await sidecars.readPending(paths);
  const queue = pending.value.queue.filter(({ id }) => id !== messageId);
  if (queue.length < pending.value.queue.length) await must(sidecars.savePending(paths, { ...pending.value, queue }));
  const copies = { changed: 0, removed: 0 };
  const aside = join(data.root, 'set-aside');
  const folders = [paths.folder];
  for (const day of (await listNames(disk, aside)).sort())
    folders.push(join(aside, day, paths.folder.slice(data.root.length)));
  for (const folder of folders) {
    for (const name of (await listNames(disk, folder)).sort()) {
      if (folder === paths.folder && liveFiles.has(name)) continue;
      const path = join(folder, name);
      const what = await clearCopy(disk, path, name, messageId, at);
      if (what) copies[what]++;
    }
  }
  return copies;
}

/** Backups of messages and of small files that may contain message text. Others contain IDs at most. */
const holdsRecords = /^messages/;
const holdsText = /^(?:partial|pending)/;

async function clearCopy(
  disk: Disk,
  path: string,
  name: string,
  messageId: string,
  at: string,
): Promise<'changed' | 'removed' | null> {
  const records = holdsRecords.test(name);
  if (!records && !holdsText.test(name)) return null;
  const handle = await disk.open(path, readFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    // An abandoned write of the messages; nobody else is writing now.
    if (records && isTemporaryName(name)) return await removeCopy(disk, path);
    const file = sourceOf(handle, stats.size);
    const utf16 = records ? await openUtf16Source(file) : null;
    if (!utf16 && !(await fileContains(disk, path, messageId))) return null;
    // A damaged draft or partial reply cannot be separated into messages.
    if (!records) return await removeCopy(disk, path);
    const source = utf16 ?? file;
    const { cuts } = await findRecordCuts(source, messageId, at);
    if (cuts.length === 0) return null;
    if (leavesNothing(cuts, source.size)) return await removeCopy(disk, path);
    await spliceFile(disk, path, source, cuts);
    return 'changed';
  } finally {
    await handle.close();
  }
}

async function removeCopy(disk: Disk, path: string): Promise<'removed'> {
  await disk.rm(path, { force: true });
  await syncFolder(disk, dirname(path));
  return 'removed';
}

function leavesNothing(cuts: readonly SpanReplacement[], size: number): boolean {
  const [only] = cuts;
  return cuts.length === 1 && only?.start === 0 && only.end === size && only.put.toString('latin1').trim() === '';
}

async function must(saved: Promise<{ ok: boolean; error?: { message: string } }>): Promise<void> {
  const result = await saved;
  if (!result.ok)
    throw new SentenceError(
      result.error ? errorSentence(result.error) : say`a file next to the messages could not be written`,
    );
}
