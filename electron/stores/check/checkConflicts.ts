// Reports unmerged copies of conversations: conflict files from sync programs, and conversations that exist in two projects.

import { join, relative } from 'node:path';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { Disk } from '../files/disk.ts';
import { conflictOf } from '../merge/conflictFiles.ts';
import { findDuplicates } from '../merge/duplicateConversations.ts';
import type { CheckReport } from './checkReport.ts';

export async function checkConflicts(
  { disk, data, report }: { disk: Disk; data: DataFolder; report: CheckReport },
  { conversationId, folder }: ConversationPaths,
): Promise<void> {
  const names = await disk.readdir(folder).catch((): string[] => []);
  for (const name of names.sort()) {
    if (conflictOf(name) === null) continue;
    const what =
      'A program that syncs or copies files left this second copy; it is merged with the next message, or by check --repair.';
    report.notes.push({ conversationId, what, where: relative(data.root, join(folder, name)) });
  }
}

export async function checkTwins({
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
