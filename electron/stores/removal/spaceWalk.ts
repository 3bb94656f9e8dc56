// One walk through a project's files: size by kind, and unused files. The freeable sizes shown and the files freed come
// from the same walk.

import { basename, join } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import type { Freeable } from '../../../shared/features/data/methods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { findUnusedAttachments } from '../attachments/removedAttachments.ts';
import type { DataFolder } from '../dataFolder.ts';
import { isAsideName, isTemporaryName } from '../files/atomicWrite.ts';
import { type Disk, listEntries } from '../files/disk.ts';
import { parseDeletedName } from './undoSession.ts';

type Kind = 'messages' | 'results' | 'attachments' | 'logs' | 'undo' | 'copies' | 'deleted' | 'other';

export interface DiskUsageEntry {
  path: string;
  bytes: number;
  kind: Kind;
  /** Null if in use. */
  free: Freeable | null;
}

export interface WalkDeps {
  disk: Disk;
  data: DataFolder;
  now: Date;
  /** Whether a live process can still restore what this session deleted. */
  isUndoable(session: string | null): boolean;
  /** Names of result files that no message of the conversation refers to. */
  orphans(projectId: string, conversationId: string, names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** By file name, and whether it is older than a write takes. */
type Decide = (name: string, settled: boolean) => Freeable | null;

const leftover: Decide = (name, settled) => {
  if (!settled) return null;
  return isTemporaryName(name) ? 'temporary' : isAsideName(name) ? 'copies' : null;
};

/** Milliseconds. A younger file may belong to a write in progress. */
const settledMs = 60_000;

/**
 * Milliseconds. Only the window refers to files of an unsent draft, so while an empty chat exists in the project they
 * are kept for as long as the user may return to it.
 */
const unsentMs = 7 * 24 * 3600_000;

/** Calls `onFile` for every file of the project, in time slices. Skips files that vanish meanwhile. */
export async function walkProject(
  deps: WalkDeps,
  projectId: string,
  onFile: (file: DiskUsageEntry) => void,
): Promise<void> {
  const { disk, data, now } = deps;
  const slice = createTimeSlice();
  const project = data.projectFolder(projectId);
  const conversations = join(project, 'conversations');
  const state = join(project, 'state');
  const results = join(state, 'logs', 'tool-results');

  const live = new Set<string>();
  /** There is a chat without messages. */
  let unsent = false;
  /** Conversations whose deletion cannot be undone and that do not exist again. */
  const ended = new Set<string>();

  async function files(folder: string, kind: Kind, free: Decide): Promise<void> {
    const waiting = [folder];
    // Background output is stored next to the messages.
    const kindIn = (at: string): Kind => (kind === 'messages' && basename(at) === 'background' ? 'results' : kind);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const entry of await listEntries(disk, at)) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        else if (entry.isFile()) reportFile(path, entry.name, kindIn(at), free);
        const pause = slice();
        if (pause) await pause;
      }
    }
  }

  function reportFile(path: string, name: string, kind: Kind, free: Decide): void {
    const stats = disk.statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    const settled = now.getTime() - stats.mtimeMs > settledMs;
    const isCopy = kind !== 'deleted' && isAsideName(name);
    onFile({ path, bytes: stats.size, kind: isCopy ? 'copies' : kind, free: free(name, settled) });
  }

  /** Attachments that no message, draft or queue of the project refers to. A recent one may not be referenced yet. */
  async function unusedNames(folder: string): Promise<ReadonlySet<string>> {
    const names = (await listEntries(disk, folder)).filter((entry) => entry.isFile()).map(({ name }) => name);
    const hashNames = names.filter((name) => /^[0-9a-f]{64}$/.test(name));
    const unusedHashes = await findUnusedAttachments(
      disk,
      data,
      { projectId, attachments: folder },
      hashNames,
      new Set(),
    );
    const isOver = (path: string): boolean => {
      const stats = disk.statSync(path, { throwIfNoEntry: false });
      return !unsent || (stats !== undefined && now.getTime() - stats.mtimeMs > unsentMs);
    };
    return new Set(unusedHashes.filter(({ path }) => isOver(path)).map(({ hash }) => hash));
  }

  for (const entry of await listEntries(disk, project)) {
    const path = join(project, entry.name);
    if (entry.isFile()) reportFile(path, entry.name, 'other', leftover);
    else if (entry.isDirectory() && !['conversations', 'state'].includes(entry.name))
      await files(path, 'other', leftover);
  }
  for (const entry of await listEntries(disk, conversations)) {
    const path = join(conversations, entry.name);
    const deleted = parseDeletedName(entry.name);
    if (entry.isFile()) reportFile(path, entry.name, 'other', leftover);
    else if (!entry.isDirectory()) continue;
    else if (deleted !== null) {
      const undoable = deps.isUndoable(deleted.session);
      if (undoable) live.add(deleted.conversationId);
      else ended.add(deleted.conversationId);
      await files(path, 'deleted', () => (undoable ? null : 'deletions'));
    } else {
      live.add(entry.name);
      if (!disk.statSync(data.pathsOf(projectId, entry.name).messages, { throwIfNoEntry: false })) unsent = true;
      await files(path, 'messages', leftover);
    }
  }
  for (const entry of await listEntries(disk, results)) {
    const folder = join(results, entry.name);
    if (!entry.isDirectory() || !isSafeId(entry.name)) continue;
    const owned = live.has(entry.name);
    const names = owned ? (await listEntries(disk, folder)).map(({ name }) => name) : [];
    const orphans = names.length > 0 ? await deps.orphans(projectId, entry.name, names) : null;
    const without: Freeable = ended.has(entry.name) ? 'deletions' : 'results';
    await files(folder, 'results', (name, settled) => {
      // A recent one may belong to a conversation that is being moved here.
      if (!owned) return settled || without === 'deletions' ? without : null;
      // A temporary file is the output of an interrupted tool; it moves to the result with the next message.
      return settled && orphans?.has(name) && !isTemporaryName(name) ? 'results' : null;
    });
  }
  const attachments = join(state, 'attachments');
  const unused = await unusedNames(attachments);
  await files(attachments, 'attachments', (name, settled) =>
    settled && unused.has(name) ? 'attachments' : leftover(name, settled),
  );
  await files(join(state, 'logs', 'execution'), 'logs', leftover);
  await files(join(state, 'undo'), 'undo', leftover);
  const aside = join(data.root, 'set-aside');
  for (const day of await listEntries(disk, aside)) {
    const folder = join(aside, day.name, 'projects', projectId);
    if (day.isDirectory()) await files(folder, 'copies', () => 'copies');
  }
}
