// Compares conversations on disk with search.db, without reading them.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { Disk } from '../files/disk.ts';
import { isCurrent, stampsOf } from './conversationIndexing.ts';
import type { ConversationRowEntry } from './conversationRow.ts';

export interface ConversationDiff {
  present: string[];
  /** New or changed, least recently changed first, because the index assigns numbers in that order. */
  stale: ConversationPaths[];
  removed: string[];
}

export async function diffConversations(
  disk: Disk,
  data: DataFolder,
  rows: readonly ConversationRowEntry[],
): Promise<ConversationDiff> {
  const rowsByName = new Map(rows.map((row) => [row.name, row]));
  const slice = createTimeSlice();
  const present: string[] = [];
  const stale: { place: ConversationPaths; at: bigint }[] = [];
  for (const paths of await data.conversations()) {
    const stamps = stampsOf(disk, paths);
    const row = rowsByName.get(paths.conversationId);
    rowsByName.delete(paths.conversationId);
    if (stamps) present.push(paths.conversationId);
    const differs = stamps ? !row || !isCurrent(row, paths, stamps) : row !== undefined;
    if (differs) stale.push({ place: paths, at: stamps?.log.mtime ?? 0n });
    await slice();
  }
  stale.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return { present, stale: stale.map(({ place: paths }) => paths), removed: [...rowsByName.keys()] };
}

/** Removes from `pending` what the index already has in its current form. */
export async function dropIndexed(
  disk: Disk,
  data: DataFolder,
  rows: readonly ConversationRowEntry[],
  pending: Map<string, { place: ConversationPaths | null }>,
): Promise<void> {
  const rowsByName = new Map(rows.map((row) => [row.name, row]));
  for (const [id, entry] of [...pending]) {
    const location = await data.locate(id);
    const paths = location.ok ? location.value : null;
    const stamps = paths && stampsOf(disk, paths);
    const row = rowsByName.get(id);
    const isDone = paths && stamps ? row && isCurrent(row, paths, stamps) : !row;
    if (isDone && pending.get(id) === entry) pending.delete(id);
  }
}
