// Merges conversations that exist in several projects, which happens when two machines move one and then sync. The
// first is used; the others are merged into it and set aside.

import { join, relative } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { setAside } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import type { Access } from '../locks/access.ts';
import { describeMerge } from './conflictMerge.ts';
import { openCopy } from './copyDisk.ts';
import type { MergeDeps, MergeResult } from './mergeCopy.ts';
import { mergeFolder } from './mergeFolders.ts';

/** All locations of each such conversation. Unreadable folders are skipped. */
export async function findDuplicates(disk: Disk, data: DataFolder): Promise<Map<string, ConversationPaths[]>> {
  const places = new Map<string, ConversationPaths[]>();
  for (const projectId of await data.projectIds()) {
    const folder = join(data.projectFolder(projectId), 'conversations');
    const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory() || !isSafeId(entry.name)) continue;
      places.set(entry.name, [...(places.get(entry.name) ?? []), data.pathsOf(projectId, entry.name)]);
    }
  }
  return new Map([...places].filter(([, all]) => all.length > 1));
}

export interface DuplicateDeps extends MergeDeps {
  data: DataFolder;
  access: Access;
}

export async function mergeDuplicates(deps: DuplicateDeps, conversationId: string | null): Promise<UserText[]> {
  const sentences: UserText[] = [];
  for (const [id, places] of await findDuplicates(deps.disk, deps.data)) {
    if (conversationId !== null && id !== conversationId) continue;
    const done = await deps.access.write(id, say`merging its other copy`, async (ours) => {
      const lines: UserText[] = [];
      for (const twin of places) if (twin.folder !== ours.folder) lines.push(await mergeTwin(deps, ours, twin));
      return ok(lines);
    });
    sentences.push(...(done.ok ? done.value : [say`${id}: ${done.error}`]));
  }
  return sentences;
}

async function mergeTwin(deps: DuplicateDeps, ours: ConversationPaths, twin: ConversationPaths): Promise<UserText> {
  const what = say`the copy of ${ours.conversationId} in the project ${twin.projectId}`;
  try {
    const copy = await openCopy(deps.disk, twin.project, () => deps.clock.now());
    const from = { project: copy.root, folder: join(copy.root, relative(twin.project, twin.folder)) };
    // All or nothing: a record merged without its files would not get them later.
    const how = { takesRemoval: () => true, skipsRefused: false };
    const merged: Result<MergeResult> = await mergeFolder(deps, ours, copy, from, how);
    if (!merged.ok) {
      return say.all([say`${what} was not merged: ${merged.error}`, ...[...copy.refused].slice(0, 20)]);
    }
    await setAside(deps.disk, twin.folder, 'merged', deps.clock.now());
    return describeMerge(what, merged.value);
  } catch (thrown) {
    return say`${what} was not fully merged and is still there: ${diskReason(thrown)}.`;
  }
}
