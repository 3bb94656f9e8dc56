// Checks the data: files, lines, results, the next request, index, locks. Reports problems and crash leftovers. Repair
// rebuilds derived data and sets orphaned files aside; it never changes content.

import { dirname, join, relative } from 'node:path';
import { textOf } from '../../../shared/core/sentence.ts';
import { projectSchema } from '../../conversation/formats.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ConversationPaths, createDataFolder, type DataFolder, type OnUnreadable } from '../dataFolder.ts';
import { createExecutionLog } from '../executionLog.ts';
import { syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError, nodeDisk } from '../files/disk.ts';
import { createJsonFiles } from '../files/jsonFile.ts';
import { createConversationIndex, type IndexRow, readIndexRows } from '../list/conversationIndex.ts';
import { type ConversationRows, createConversationRows } from '../list/conversationRows.ts';
import { describeOwner, isLocked, readOwner } from '../locks/locks.ts';
import { createMessageFiles } from '../log/messageFile.ts';
import { conflictedFileOf } from '../merge/conflictFiles.ts';
import { findDuplicates } from '../merge/duplicateConversations.ts';
import { createRemovedFile } from '../removal/removedFile.ts';
import { outputKey, parseOutputKey } from '../results/deadOutput.ts';
import { createSettingsFile } from '../settingsFile.ts';
import { createSidecars } from '../sidecars.ts';
import {
  type CheckBounds,
  type CheckedConversation,
  type CheckProgress,
  checkBounds,
  checkConversation,
} from './checkConversation.ts';
import {
  checkFolder,
  checkOrphans,
  checkProjectLeftovers,
  checkUnfinishedRemovals,
  type LeftoverDeps,
  listNamesToCheck,
  moveAside,
} from './checkLeftovers.ts';
import type { CheckReport } from './checkReport.ts';

export type { CheckProgress } from './checkConversation.ts';
export type { CheckReport } from './checkReport.ts';

const maxLocksNamed = 3;

/** Checks one conversation, or with null all of them and the folder itself. An unknown ID is reported as a problem. */
export async function checkData(
  dataDir: string,
  conversationId: string | null,
  { repair }: { repair: boolean },
  {
    disk = nodeDisk,
    clock = systemClock,
    progress = () => {},
    bounds = checkBounds,
  }: { disk?: Disk; clock?: Clock; progress?: CheckProgress; bounds?: CheckBounds } = {},
): Promise<CheckReport> {
  const report: CheckReport = { problems: [], notes: [], repaired: [] };
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const removed = createRemovedFile(files);
  const sidecars = createSidecars(disk, files, data.locks, clock);
  const execution = createExecutionLog(disk);
  const leftovers: LeftoverDeps = { disk, data, report, repair, now: clock.now() };
  // With an unreadable folder, nothing counts as left over and nothing is moved, since we cannot see who refers to it.
  const unseen: string[] = [];
  const note: OnUnreadable = (folder, thrown) => {
    unseen.push(folder);
    const what = `This folder could not be read: ${diskReason(thrown)}. Its content was not checked.`;
    report.problems.push({ conversationId: null, what, where: relative(dataDir, folder) });
  };
  const places = await chosenPlaces(data, conversationId, report, note);
  for (const paths of places) {
    const checked = await checkConversation({ disk, data, sidecars, execution, progress, bounds }, paths, report);
    await checkOrphans(leftovers, paths, checked?.referencedFiles ?? null);
    await checkPrinted(leftovers, paths, checked);
    await checkUnfinishedRemovals(leftovers, removed, paths);
    await checkConflicts(leftovers, paths);
    await checkFolder(leftovers, paths.folder, paths.conversationId);
    await checkFolder(leftovers, paths.results, paths.conversationId);
  }
  if (conversationId === null) {
    const placesById = new Map(places.map((paths) => [paths.conversationId, paths]));
    if (repair) await makeNamesDurable(disk, data, note);
    await checkTwins(leftovers);
    await checkFolder(leftovers, data.root, null);
    await checkFolder(leftovers, data.projects, null);
    for (const projectId of await data.projectIds(note)) {
      if (unseen.length === 0) await checkProjectLeftovers(leftovers, projectId, placesById);
      await checkFolder(leftovers, data.projectFolder(projectId), null);
      await checkFolder(leftovers, join(data.projectFolder(projectId), 'state', 'attachments'), null);
      const path = data.projectFile(projectId);
      const project = await files.read(path, projectSchema, () => null as never, 'project.json');
      const notice = project.exists ? project.notice : 'project.json is missing; its conversations are intact.';
      if (notice !== null)
        report.problems.push({ conversationId: null, what: textOf(notice), where: relative(data.root, path) });
    }
    const settings = await createSettingsFile(dataDir, { disk, clock }).read();
    for (const what of settings.notices)
      report.problems.push({ conversationId: null, what: textOf(what), where: 'settings.json' });
  }
  await checkLocks(leftovers, conversationId);
  const messages = createMessageFiles(disk, clock, (id) => isLocked(data.locks, id));
  const index = createConversationIndex(data.index, data.databaseKey, `check ${process.pid}`, silentLog);
  await checkIndex(data, places, createConversationRows({ disk, data, messages, sidecars, index }), leftovers, index);
  index.close();
  await messages.close();
  return report;
}

/**
 * A process may have moved or deleted a conversation and ended before that was durable. Sync first, so that a power
 * loss cannot bring the conversation back without the files at its old location.
 */
async function makeNamesDurable(disk: Disk, data: DataFolder, unreadable: OnUnreadable): Promise<void> {
  for (const projectId of await data.projectIds()) {
    const folder = join(data.projectFolder(projectId), 'conversations');
    await syncFolder(disk, folder).catch((thrown) => {
      if (!isNotFoundError(thrown)) unreadable(folder, thrown);
    });
  }
}

async function chosenPlaces(
  data: DataFolder,
  conversationId: string | null,
  report: CheckReport,
  unreadable: OnUnreadable,
): Promise<ConversationPaths[]> {
  if (conversationId === null) return data.conversations(unreadable);
  const place = await data.locate(conversationId);
  if (place.ok) return [place.value];
  report.problems.push({ conversationId, what: place.error.message, where: data.projects });
  return [];
}

/** Owner names stay behind when their process is killed; the locks themselves are free. */
async function checkLocks(leftovers: LeftoverDeps, conversationId: string | null): Promise<void> {
  const { disk, data, report } = leftovers;
  const suffix = '.owner.json';
  const names = await disk.readdir(data.locks).catch(() => []);
  const left = names
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => ({ lock: name.slice(0, -suffix.length), path: join(data.locks, name) }))
    .filter(({ lock }) => (conversationId === null || lock === conversationId) && !isLocked(data.locks, lock));
  const [first, ...others] = left;
  if (!first) return;
  const owner = ({ path }: { path: string }): string => describeOwner(readOwner(path)).text;
  const where = (path: string): string => relative(dirname(data.locks), path);
  if (others.length === 0) {
    const what = `The lock of ${owner(first)} is free: that process ended without releasing it.`;
    const { lock } = first;
    report.notes.push({ conversationId: lock.includes('.') ? null : lock, what, where: where(first.path) });
  } else {
    const named = left.slice(0, maxLocksNamed).map((one) => `${one.lock}, of ${owner(one)}`);
    const more = left.length - named.length;
    const list = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
    const what = `${left.length} locks are free: their processes ended without releasing them: ${list}.`;
    report.notes.push({ conversationId: null, what, where: where(data.locks) });
  }
  for (const { path } of left) await moveAside(leftovers, path);
}

/** A row is wrong if it claims to be current but is not. Stale rows are updated by the next list. */
async function checkIndex(
  data: DataFolder,
  places: readonly ConversationPaths[],
  rows: ConversationRows,
  { report, repair }: LeftoverDeps,
  index: ReturnType<typeof createConversationIndex>,
): Promise<void> {
  const where = 'index.db';
  let stored: IndexRow[] | null;
  try {
    stored = readIndexRows(data.index, data.databaseKey);
  } catch (thrown) {
    const what = `The index cannot be read (${diskReason(thrown)}); it is derived, and will be rebuilt when next needed.`;
    report.notes.push({ conversationId: null, what, where });
    if (!repair) return;
    await rows.list();
    report.repaired.push('The index was rebuilt from the conversations.');
    return;
  }
  const byId = new Map((stored ?? []).map((row) => [row.id, row]));
  for (const paths of places) {
    const row = byId.get(paths.conversationId);
    // A conversation that is not listed yet cannot have a wrong row, and reading a damaged log takes long.
    const fresh = row && (await rows.fresh(paths));
    if (!fresh || row.logStamp !== fresh.logStamp || row.metaStamp !== fresh.metaStamp) continue;
    // Only the ends of a long log are read, which do not give its message count; the index may have it.
    const listedRow = fresh.messageCount === null ? { ...fresh, messageCount: row.messageCount } : fresh;
    if (JSON.stringify({ ...row }, Object.keys(listedRow)) === JSON.stringify(listedRow)) continue;
    const { conversationId } = paths;
    // Its stamps say it is current, so nothing else would notice. The index is derived: no data is at risk.
    const what = 'The list does not match the conversation; check --repair rebuilds its row.';
    report.notes.push({ conversationId, what, where });
    if (!repair) continue;
    index.write({ put: [fresh], remove: [], changed: [conversationId] });
    report.repaired.push(`The index row of ${conversationId} was rebuilt.`);
  }
}

/** Reports unmerged copies of conversations: conflict files from sync programs, and conversations that exist in two projects. */
async function checkConflicts(
  { disk, data, report }: { disk: Disk; data: DataFolder; report: CheckReport },
  { conversationId, folder }: ConversationPaths,
): Promise<void> {
  const names = await disk.readdir(folder).catch((): string[] => []);
  for (const name of names.sort()) {
    if (conflictedFileOf(name) === null) continue;
    const what =
      'A program that syncs or copies files left this second copy; it is merged with the next message, or by check --repair.';
    report.notes.push({ conversationId, what, where: relative(data.root, join(folder, name)) });
  }
}

async function checkTwins({
  disk,
  data,
  report,
}: {
  disk: Disk;
  data: DataFolder;
  report: CheckReport;
}): Promise<void> {
  for (const [conversationId, places] of await findDuplicates(disk, data)) {
    for (const { folder } of places.slice(1)) {
      const what = 'This conversation is also in another project, and is shown there; check --repair merges them.';
      report.problems.push({ conversationId, what, where: relative(data.root, folder) });
    }
  }
}

/** `checked` is null if the messages could not be read. */
async function checkPrinted(
  deps: LeftoverDeps,
  { conversationId, results }: ConversationPaths,
  checked: Pick<CheckedConversation, 'openCalls' | 'cutCalls' | 'notSeen'> | null,
): Promise<void> {
  const { data, report } = deps;
  const printed = (await listNamesToCheck(deps, results, conversationId)).filter(
    (name) => parseOutputKey(name) !== null,
  );
  if (printed.length === 0 || isLocked(data.locks, conversationId)) return;
  for (const name of printed) {
    const path = join(results, name);
    const where = relative(data.root, path);
    const call = checked?.openCalls.find(({ id }) => outputKey(id) === parseOutputKey(name));
    const cut = [...(checked?.cutCalls ?? [])].find((id) => outputKey(id) === parseOutputKey(name));
    const notSeen = checked === null ? 'the messages cannot be read' : checked.notSeen;
    const note = (what: string): void => void report.notes.push({ conversationId, what, where });
    if (call) {
      const named = `${call.function.name} (${call.id})`;
      note(`The output of the call ${named} up to the crash is kept here and becomes part of its interrupted result.`);
    } else if (cut !== undefined) {
      note(`The output of the call ${cut} up to the crash is kept here: it could not be added to its result in full.`);
    } else if (notSeen !== null) {
      note(`The output of a call up to a crash is kept here; ${notSeen}, so it stays.`);
    } else {
      note('A crash left the output of a call here; no call in the conversation needs it.');
      await moveAside(deps, path);
    }
  }
}
