// Finds files that belong to nothing: temporary files of writes that never ended, results that no message names, and what
// is left of a removed conversation. Repair moves them to `set-aside` in the data folder; only what a person has removed
// already is removed to the end.

import { basename, dirname, join, relative } from 'node:path';
import { isSafeId } from '../../shared/ids.ts';
import { freeName, isTemporaryName, makeFolder, syncFolder } from './atomicWrite.ts';
import type { CheckReport } from './checkReport.ts';
import type { ConversationPlace, DataFolder } from './dataFolder.ts';
import { type Disk, diskReason } from './disk.ts';
import { isLocked } from './locks.ts';
import { removedId, removeRest } from './removal.ts';

export interface LeftoverDeps {
  disk: Disk;
  data: DataFolder;
  report: CheckReport;
  repair: boolean;
  now: Date;
}

/** A younger file may belong to a write that is going on. */
const settledMs = 60_000;
const asidePattern = /\.(?:torn|original|unreadable)-\d{4}-\d\d-\d\dT/;

/** Temporary files, and names of what was set aside, in one folder. */
export async function checkFolder(deps: LeftoverDeps, folder: string, conversationId: string | null): Promise<void> {
  const { disk, data, report } = deps;
  for (const name of await namesIn(disk, folder)) {
    const path = join(folder, name);
    const where = relative(data.root, path);
    if (isTemporaryName(name) && (await isSettled(deps, path))) {
      report.problems.push({ conversationId, what: 'A write that never ended left a temporary file.', where });
      await moveAside(deps, path);
    } else if (asidePattern.test(name)) {
      report.notes.push({ conversationId, what: 'This is kept from a file that could not be read whole.', where });
    }
  }
}

/** Results that no message names. `named` null: the messages could not be read, so nothing is known. */
export async function checkOrphans(
  deps: LeftoverDeps,
  place: ConversationPlace,
  named: ReadonlySet<string> | null,
): Promise<void> {
  const { disk, data, report } = deps;
  const { conversationId } = place;
  if (named === null) return;
  const writing = isLocked(data.locks, conversationId);
  for (const name of await namesIn(disk, place.results)) {
    const path = join(place.results, name);
    if (named.has(path) || isTemporaryName(name)) continue;
    if (writing && !(await isSettled(deps, path))) continue;
    const where = relative(data.root, path);
    report.problems.push({ conversationId, what: 'No message names this result.', where });
    await moveAside(deps, path);
  }
}

/** Results of conversations that are not in the project, and what is left of removed ones. */
export async function checkProjectLeftovers(
  deps: LeftoverDeps,
  projectId: string,
  known: ReadonlyMap<string, ConversationPlace>,
): Promise<void> {
  const { disk, data, report, repair } = deps;
  const project = data.projectFolder(projectId);
  for (const name of await namesIn(disk, join(project, 'conversations'))) {
    const conversationId = removedId(name);
    if (conversationId === null) continue;
    const folder = join(project, 'conversations', name);
    report.notes.push({
      conversationId,
      what: 'This conversation was not removed to the end.',
      where: relative(data.root, folder),
    });
    if (!repair || known.has(conversationId)) continue;
    await removeRest(disk, data.place(projectId, conversationId), folder);
    report.repaired.push(`The removal of ${conversationId} was brought to its end.`);
  }
  const results = join(project, 'state', 'logs', 'tool-results');
  for (const conversationId of await namesIn(disk, results)) {
    if (!isSafeId(conversationId) || known.get(conversationId)?.projectId === projectId) continue;
    const where = relative(data.root, join(results, conversationId));
    report.problems.push({ conversationId, what: 'These results belong to no conversation of the project.', where });
    await moveAside(deps, join(results, conversationId));
  }
}

async function moveAside({ disk, data, report, repair, now }: LeftoverDeps, path: string): Promise<void> {
  if (!repair) return;
  const where = relative(data.root, path);
  try {
    const day = now.toISOString().slice(0, 10);
    const target = await freeName(disk, join(data.root, 'set-aside', day, where));
    await makeFolder(disk, dirname(target));
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

async function namesIn(disk: Disk, folder: string): Promise<string[]> {
  return disk.readdir(folder).then(
    (names) => names.sort(),
    () => [],
  );
}
