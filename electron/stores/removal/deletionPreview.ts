// Counts what deleting a conversation would remove, for the confirmation dialog.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationRow, DeletionPreview } from '../../../shared/features/conversations/methods.ts';
import { findReferencedAttachments, findUnusedAttachments } from '../attachments/removedAttachments.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { isAsideName } from '../files/atomicWrite.ts';
import { type Disk, diskReason, listNames } from '../files/disk.ts';
import { scanText } from '../files/textScan.ts';
import { type Amount, measureTree } from '../files/treeSize.ts';
import type { SubAgents } from './subAgents.ts';

export type DeletionRow = Pick<ConversationRow, 'title' | 'messageCount' | 'worktree'>;

export interface DeletionPreviewDeps {
  disk: Disk;
  data: DataFolder;
  subAgents: SubAgents;
  listed(paths: ConversationPaths): Promise<DeletionRow>;
}

/** Includes messages, results and other files of sub-agents. */
export async function previewDeletion(
  deps: DeletionPreviewDeps,
  conversationId: string,
): Promise<Result<DeletionPreview>> {
  const { disk, data } = deps;
  const place = await data.locate(conversationId);
  if (!place.ok) return place;
  try {
    const others = await deps.subAgents.of(place.value);
    const places = [place.value, ...others];
    const rows = new Map<string, DeletionRow>();
    const counts: number[] = [];
    for (const one of places) {
      const row = await deps.listed(one);
      rows.set(one.conversationId, row);
      counts.push(row.messageCount ?? (await countRecords(disk, one.messages)));
    }
    const results = await sumOf(disk, places, (one) => one.results);
    const logs = await sumOf(disk, places, (one) => one.execution);
    const undo = await sumOf(disk, places, (one) => one.undo);
    const copies = await copiesOf(disk, places);
    const attachments = await attachmentsOf(deps, places);
    return ok({
      conversationId,
      title: rows.get(conversationId)?.title ?? '',
      messages: counts.reduce((sum, count) => sum + count, 0),
      results: { count: results.files, bytes: results.bytes },
      attachments,
      undoBytes: undo.bytes,
      logBytes: logs.bytes,
      copies,
      subAgents: others.map(({ conversationId: id }) => {
        const { title = '', worktree } = rows.get(id) ?? {};
        const isOwn = worktree && worktree.path !== rows.get(conversationId)?.worktree?.path;
        return { id, title, ...(isOwn ? { worktree: worktree.path } : {}) };
      }),
    });
  } catch (thrown) {
    return fail('STORE_READ_FAILED', say`The preview of the deletion failed: ${diskReason(thrown)}.`);
  }
}

/** Counts lines that begin a record, in our layout. */
async function countRecords(disk: Disk, path: string): Promise<number> {
  let count = 0;
  let last = -1;
  await scanText(disk, path, 2, (text, offset) => {
    for (const { index } of text.matchAll(/\n,?\{/g)) {
      if (offset + index <= last) continue;
      last = offset + index;
      count++;
    }
    return false;
  });
  return count;
}

async function sumOf(
  disk: Disk,
  places: readonly ConversationPaths[],
  path: (paths: ConversationPaths) => string,
): Promise<Amount> {
  const sum: Amount = { files: 0, bytes: 0 };
  for (const paths of places) {
    const amount = await measureTree(disk, path(paths));
    sum.files += amount.files;
    sum.bytes += amount.bytes;
  }
  return sum;
}

async function attachmentsOf(
  { disk, data }: DeletionPreviewDeps,
  places: readonly ConversationPaths[],
): Promise<{ count: number; bytes: number }> {
  const folders = places.map((paths) => paths.folder);
  const [first] = places;
  const named = await findReferencedAttachments(disk, folders);
  if (!first || named.size === 0) return { count: 0, bytes: 0 };
  const unused = await findUnusedAttachments(disk, data, first, named, new Set(folders));
  return { count: unused.length, bytes: unused.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Copies kept next to the messages because a file could not be read whole. */
async function copiesOf(disk: Disk, places: readonly ConversationPaths[]): Promise<number> {
  let count = 0;
  for (const { folder } of places) {
    const names = await listNames(disk, folder);
    for (const name of names) {
      if (isAsideName(name) && (await disk.stat(join(folder, name)).then((stats) => stats.isFile()))) count++;
    }
  }
  return count;
}
