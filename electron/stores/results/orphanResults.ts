// Finds results that no message refers to, left by a crash between result and message. Searches messages.json for their
// IDs; cached until either changes.

import type { DataFolder } from '../dataFolder.ts';
import { type Disk, statOrNull } from '../files/disk.ts';
import { scanText } from '../files/textScan.ts';

export interface OrphanResults {
  /** Checks `names`, files of its results folder. Throws file system errors. */
  of(projectId: string, conversationId: string, names: readonly string[]): Promise<ReadonlySet<string>>;
}

const idPattern = /"id"\s{0,8}:\s{0,8}"([0-9A-Za-z][0-9A-Za-z_-]{0,127})"/g;
const maxIdLength = 160;

/** `isWritten`: the conversation is being written, so a result may be about to get its message. */
export function createOrphanResults(
  disk: Disk,
  data: DataFolder,
  isWritten: (conversationId: string) => boolean,
): OrphanResults {
  const cached = new Map<string, { stamp: string; orphans: ReadonlySet<string> }>();

  return {
    async of(projectId, conversationId, names) {
      if (isWritten(conversationId)) return new Set();
      const { messages } = data.pathsOf(projectId, conversationId);
      const log = statOrNull(disk, messages);
      const stamp = `${log?.ino}:${log?.size}:${log?.mtime} ${names.join(' ')}`;
      const before = cached.get(messages);
      if (before?.stamp === stamp) return before.orphans;
      const orphans = new Map<string, string>();
      for (const name of names) orphans.set(name.replace(/\.json$/, ''), name);
      await scanText(disk, messages, maxIdLength, (text) => {
        for (const [, id] of text.matchAll(idPattern)) orphans.delete(id as string);
        return orphans.size === 0;
      });
      const orphanNames = new Set(orphans.values());
      cached.set(messages, { stamp, orphans: orphanNames });
      return orphanNames;
    },
  };
}
