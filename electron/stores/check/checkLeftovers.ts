// Finds orphaned files: temporary files of unfinished writes, results no message refers to, and remains of deleted
// conversations. Repair moves them to `set-aside` in the data folder; only files the user already deleted are removed.

import { basename, dirname, join, relative } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { findFreeName, isAsideName, isTemporaryName, makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, listNames } from '../files/disk.ts';
import { isAbandonedFile } from '../files/sweep.ts';
import { incompleteForkIds, incompleteForkPaths } from '../incompleteForks.ts';
import { isLocked } from '../locks/locks.ts';
import { type DeletedFolder, listDeletedFolders, removeDeleted } from '../removal/removal.ts';
import type { RemovedFile } from '../removal/removedFile.ts';
import { isDeletionUndoable } from '../removal/undoSession.ts';
import { parseOutputKey } from '../results/deadOutput.ts';
import type { CheckReport } from './checkReport.ts';

export interface LeftoverDeps {
  disk: Disk;
  data: DataFolder;
  report: CheckReport;
  repair: boolean;
  now: Date;
}

/** A younger file may belong to a write in progress. */
const settledMs = 60_000;

/** Checks one folder for temporary files and for files that were set aside. */
export async function checkFolder(deps: LeftoverDeps, folder: string, conversationId: string | null): Promise<void> {
  const { disk, data, report, now } = deps;
  // Results are written under the conversation's lock for as long as a command prints.
  const isResult = conversationId !== null && basename(dirname(folder)) === 'tool-results';
  const isInUse = isResult && isLocked(data.locks, conversationId);
  for (const name of await listNamesToCheck(deps, folder, conversationId)) {
    const path = join(folder, name);
    const where = relative(data.root, path);
    // Call output is checked in checkPrinted.ts.
    if (parseOutputKey(name) !== null) continue;
    if (isTemporaryName(name) && !isInUse && (await isAbandonedFile(disk, folder, name, now))) {
      const what = 'An unfinished write left a temporary file; it is removed with the next message or start.';
      report.notes.push({ conversationId, what, where });
      await moveAside(deps, path);
    } else if (isAsideName(name)) {
      report.notes.push({ conversationId, what: 'A backup of a file that could not be read in full.', where });
    }
  }
}

/** Messages whose permanent removal was interrupted. They are already invisible; the next write removes the rest. */
export async function checkUnfinishedRemovals(
  { data, report }: LeftoverDeps,
  removed: RemovedFile,
  paths: ConversationPaths,
): Promise<void> {
  for (const { id } of (await removed.read(paths)).unfinished) {
    const what = `The permanent removal of message ${id} was interrupted; it finishes with the next message or start.`;
    report.notes.push({ conversationId: paths.conversationId, what, where: relative(data.root, paths.removed) });
  }
}

/** Checks for results that no message refers to. `named` is null if the messages could not be read. */
export async function checkOrphans(
  deps: LeftoverDeps,
  paths: ConversationPaths,
  named: ReadonlySet<string> | null,
): Promise<void> {
  const { data, report } = deps;
  const { conversationId } = paths;
  if (named === null) return;
  const writing = isLocked(data.locks, conversationId);
  for (const name of await listNamesToCheck(deps, paths.results, conversationId)) {
    const path = join(paths.results, name);
    if (named.has(path) || isTemporaryName(name)) continue;
    if (writing && !(await isSettled(deps, path))) continue;
    const where = relative(data.root, path);
    report.problems.push({ conversationId, what: 'No message uses this result.', where });
    await moveAside(deps, path);
  }
}

/** Checks for results of conversations that are not in the project, and for remains of removed ones. */
export async function checkProjectLeftovers(
  deps: LeftoverDeps,
  projectId: string,
  placesById: ReadonlyMap<string, ConversationPaths>,
): Promise<void> {
  const { disk, data, report } = deps;
  const project = data.projectFolder(projectId);
  /** Conversations whose results stay: restorable ones, and forks in progress. */
  const retainedIds = new Set<string>();
  for (const deleted of await listDeletedFolders(disk, data, projectId).catch(() => [])) {
    if (!(await checkDeleted(deps, deleted))) retainedIds.add(deleted.place.conversationId);
  }
  for (const conversationId of incompleteForkIds(await listNamesToCheck(deps, join(project, 'conversations'), null))) {
    retainedIds.add(conversationId);
    const what = 'This copy of a conversation is incomplete; it is removed at the next start.';
    const where = relative(data.root, incompleteForkPaths(data.pathsOf(projectId, conversationId)).folder);
    report.notes.push({ conversationId, what, where });
  }
  const results = join(project, 'state', 'logs', 'tool-results');
  for (const conversationId of await listNamesToCheck(deps, results, null)) {
    if (!isSafeId(conversationId) || placesById.get(conversationId)?.projectId === projectId) continue;
    if (retainedIds.has(conversationId)) continue;
    const where = relative(data.root, join(results, conversationId));
    report.problems.push({ conversationId, what: 'These results belong to no conversation of the project.', where });
    await moveAside(deps, join(results, conversationId));
  }
}

/** True once it has been removed completely. */
async function checkDeleted({ disk, data, report, repair }: LeftoverDeps, deleted: DeletedFolder): Promise<boolean> {
  const { conversationId } = deleted.place;
  const where = relative(data.root, deleted.folder);
  if (isDeletionUndoable(data.locks, deleted.session)) {
    const what = 'This conversation is deleted; it can be restored until the app that deleted it is closed.';
    report.notes.push({ conversationId, what, where });
    return false;
  }
  report.notes.push({ conversationId, what: 'This conversation was not fully removed.', where });
  if (!repair) return false;
  try {
    await removeDeleted(disk, data, deleted);
    report.repaired.push(`Finished removing ${conversationId}.`);
    return true;
  } catch (thrown) {
    report.notes.push({ conversationId, what: `It stays for now: ${diskReason(thrown)}.`, where });
    return false;
  }
}

export async function moveAside({ disk, data, report, repair, now }: LeftoverDeps, path: string): Promise<void> {
  if (!repair) return;
  const where = relative(data.root, path);
  try {
    const day = now.toISOString().slice(0, 10);
    const target = await findFreeName(disk, join(data.root, 'set-aside', day, where));
    await makeFolder(disk, dirname(target), data.root);
    await disk.rename(path, target);
    await syncFolder(disk, dirname(target));
    report.repaired.push(`${where} was moved to ${relative(data.root, target)}.`);
  } catch (thrown) {
    report.notes.push({ conversationId: null, what: `${basename(path)} stays: ${diskReason(thrown)}.`, where });
  }
}

async function isSettled({ disk, now }: LeftoverDeps, path: string): Promise<boolean> {
  return disk.stat(path).then(
    (stats) => now.getTime() - stats.mtimeMs > settledMs,
    () => false,
  );
}

/** Sorted. An unreadable folder is itself a problem, since its contents are unknown. */
export async function listNamesToCheck(
  { disk, data, report }: LeftoverDeps,
  folder: string,
  conversationId: string | null,
): Promise<string[]> {
  try {
    return (await listNames(disk, folder)).sort();
  } catch (thrown) {
    const where = relative(data.root, folder);
    const what = `This folder could not be opened: ${diskReason(thrown)}.`;
    if (!report.problems.some((problem) => problem.where === where)) {
      report.problems.push({ conversationId, what, where });
    }
    return [];
  }
}
