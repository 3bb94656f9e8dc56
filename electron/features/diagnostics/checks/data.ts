// Checks of the app's own data: space by kind, old worktrees, indexes, locks and processes left by a killed run.

import { join } from 'node:path';
import { say } from '../../../../shared/core/sentence.ts';
import { sizeText } from '../../../host/terminal/terminalText.ts';
import { processStartTime } from '../../../lib/processStart.ts';
import type { ProcessRecord } from '../../../ports/processes.ts';
import { type Database, openDatabase } from '../../../stores/files/database.ts';
import { isLocked } from '../../../stores/locks/locks.ts';
import { isPidInUse } from '../../../tools/process/processTable.ts';
import { type Check, type CheckContext, good, note, type Observation, problem, unclear } from '../check.ts';

export const dataChecks: readonly Check[] = [
  { name: 'space', run: checkDataSpace },
  { name: 'worktrees', run: checkWorktrees },
  { name: 'indexes', run: checkIndexes },
  { name: 'locks', run: checkLocks },
  { name: 'leftovers', run: checkLeftovers },
];

/** Less is not worth a click. */
const minFreeable = 10 * 1024 * 1024;

async function checkDataSpace({ parts }: CheckContext): Promise<Observation[]> {
  const space = await parts.store.space();
  if (!space.ok) return [unclear(say`The space that is used could not be counted.`)];
  const { projects, derived, total } = space.value;
  const sum = (kind: 'messages' | 'results' | 'attachments' | 'undo'): string =>
    sizeText(projects.reduce((bytes, project) => bytes + project[kind], 0));
  const kinds = say`messages ${sum('messages')}, results ${sum('results')}, attachments ${sum('attachments')}, undo data ${sum('undo')}, indexes ${sizeText(derived)}`;
  const observations = [good(say`The data folder has ${sizeText(total)}: ${kinds}.`)];
  const unused = projects.reduce((bytes, { free }) => bytes + free.results + free.attachments + free.temporary, 0);
  if (unused >= minFreeable) {
    observations.push(
      note(
        say`Of these, ${sizeText(unused)} are not in use: results and attachments of removed messages, and unfinished writes.`,
        say`They can be removed.`,
        'unused',
      ),
    );
  }
  return observations;
}

/** The size of a worktree is counted by reading it; more would take too long. */
const maxWorktrees = 40;
const oldDays = 14;
const dayMs = 86_400_000;

async function checkWorktrees({ machine, parts, signal }: CheckContext): Promise<Observation[]> {
  const rows = await parts.store.listConversations();
  if (!rows.ok) return [unclear(say`The worktrees could not be listed.`)];
  const all = rows.value.filter(({ worktree }) => worktree !== undefined);
  if (all.length === 0) return [good(say`No conversation has a worktree.`)];
  const old = all.filter(
    ({ updatedAt, activity }) => activity === 'idle' && machine.now() - Date.parse(updatedAt) > oldDays * dayMs,
  );
  if (old.length === 0) return [good(say`Worktrees in use: ${all.length}.`)];
  const observations: Observation[] = [];
  for (const { id, worktree } of old.slice(0, maxWorktrees)) {
    if (signal.aborted) break;
    const removal = await parts.worktrees.removal(id);
    if (!removal.ok || worktree === undefined) continue;
    const { fileCount, commitCount, bytes, path } = removal.value;
    const size = bytes === null ? say`unknown size` : sizeText(bytes);
    if (fileCount === 0 && commitCount === 0) {
      const advice = say`It has no changes of its own and can be removed, with the files in it that git ignores. The conversation stays.`;
      observations.push(note(say`An old worktree (${size}): ${path}`, advice, `worktree:${id}`));
    } else {
      const advice = say`Merge or discard it in its conversation.`;
      observations.push(
        note(
          say`An old worktree (${size}) with work of its own (changed files: ${fileCount}, commits: ${commitCount}): ${path}`,
          advice,
        ),
      );
    }
  }
  if (old.length > maxWorktrees)
    observations.push(note(say`Old worktrees that were not checked: ${old.length - maxWorktrees}.`));
  return observations;
}

/** Larger ones are only opened: checking all of one would block the app. */
const maxCheckedBytes = 16 * 1024 * 1024;

async function checkIndexes({ machine, parts }: CheckContext): Promise<Observation[]> {
  const observations: Observation[] = [];
  for (const name of ['index.db', 'search.db']) {
    const path = join(parts.dataDir, name);
    const info = await machine.info(path);
    if (info !== null && !isSound(path, parts.databaseKey, info.size <= maxCheckedBytes)) {
      observations.push(
        problem(
          say`${name} is damaged. It is derived from the conversations, which are not affected.`,
          say`It can be rebuilt.`,
          'indexes',
        ),
      );
    }
  }
  return observations.length > 0 ? observations : [good(say`The conversation list and the search index can be read.`)];
}

function isSound(path: string, key: Buffer | null, whole: boolean): boolean {
  let database: Database | undefined;
  try {
    database = openDatabase(path, { key, readOnly: true, timeout: 1_000 });
    const row = whole
      ? database.prepare('PRAGMA quick_check(1)').get()
      : database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return !whole || row?.quick_check === 'ok';
  } catch (thrown) {
    // Busy is not damaged.
    return ![11, 26].includes(Number((thrown as { errcode?: unknown }).errcode) & 0xff);
  } finally {
    database?.close();
  }
}

const ownerSuffix = '.owner.json';

async function checkLocks({ machine, parts }: CheckContext): Promise<Observation[]> {
  const left = await staleLocks(machine.names, parts.dataDir);
  if (left.length === 0) return [good(say`No lock was left behind.`)];
  return [
    note(
      say`Free locks of processes that were killed: ${left.length}. They block nothing.`,
      say`Their files can be removed.`,
      'locks',
    ),
  ];
}

/** Paths of the files that name a process which no longer holds the lock. */
export async function staleLocks(names: (folder: string) => Promise<string[]>, dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'locks');
  return (await names(folder))
    .filter((name) => name.endsWith(ownerSuffix) && !isLocked(folder, name.slice(0, -ownerSuffix.length)))
    .map((name) => join(folder, name));
}

async function checkLeftovers({ parts }: CheckContext): Promise<Observation[]> {
  const records = await parts.processRecords.list();
  const left = (await Promise.all(records.map(isLeft))).filter((is) => is).length;
  if (left === 0) return [good(say`No process was left running by a killed run of the app.`)];
  return [
    problem(
      say`Processes of a killed run of the app that are still running: ${left}.`,
      say`They can be ended.`,
      'leftovers',
    ),
  ];
}

async function isLeft({ owner, process }: ProcessRecord): Promise<boolean> {
  return process !== null && !(await isRunning(owner)) && (await isRunning(process));
}

async function isRunning({ pid, startedAt }: { pid: number; startedAt: string | null }): Promise<boolean> {
  if (!isPidInUse(pid)) return false;
  const start = await processStartTime(pid);
  return startedAt === null || start === null || start === startedAt;
}
