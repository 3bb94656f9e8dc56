// Recovers the folder of a project with an unreadable project.json from its conversations' environment records.

import { join } from 'node:path';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { Disk } from '../files/disk.ts';
import { openLog } from '../log/logReading.ts';

/** Conversations to read, and records of each. */
const searchLimits = { conversations: 8, records: 400 };
const folderLine = /^Project folder: (.+)$/m;

export async function guessFolder(disk: Disk, data: DataFolder, projectId: string): Promise<string | null> {
  const conversations = join(data.projectFolder(projectId), 'conversations');
  const names = await disk.readdir(conversations).catch((): string[] => []);
  for (const name of names.sort().slice(0, searchLimits.conversations)) {
    const path = join(conversations, name, 'messages.json');
    const log = await openLog(disk, path, { stopAt: null, beingWritten: () => false });
    if (!log.ok) continue;
    const branch = await log.value.branch(null, { tail: searchLimits.records }).catch(() => null);
    const environment = branch?.messages.findLast((message) => environmentOf(message) === 'moment');
    const folder = typeof environment?.content === 'string' ? folderLine.exec(environment.content)?.[1] : undefined;
    if (folder !== undefined) return folder;
  }
  return null;
}
