// Compares the files of a backup with the data folder they would go to: what is new, what is merged, what stays. Nothing that is here
// is ever replaced.

import { join } from 'node:path';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { type Disk, exists } from '../../stores/files/disk.ts';
import { isForOneMachine } from './backedUp.ts';
import type { PlannedFile } from './restorePlan.ts';

export interface RestoreTarget {
  newConversations: string[];
  /** They exist here, too. The project is the backup's. */
  merged: { conversationId: string; projectId: string }[];
  newFiles: string[];
  /** Files that exist here and stay as they are. */
  kept: string[];
  /** Only for the machine of the backup, so not restored. */
  withheld: string[];
  bytes: number;
  /** The bytes of the conversations that are merged. */
  mergedBytes: number;
}

const ofConversation =
  /^projects\/([^/]+)\/(?:conversations\/([^/]+)\/|state\/(?:logs\/tool-results|undo)\/([^/]+)\/|state\/logs\/execution\/([^/]+)\.jsonl$)/;

export async function compareWithTarget(
  disk: Disk,
  dataDir: string,
  files: ReadonlyMap<string, PlannedFile>,
  takesPowers: boolean,
): Promise<RestoreTarget> {
  const here = new Set((await createDataFolder(dataDir, disk).conversations()).map((paths) => paths.conversationId));
  const target: RestoreTarget = {
    ...{ newConversations: [], merged: [], newFiles: [], kept: [], withheld: [] },
    ...{ bytes: 0, mergedBytes: 0 },
  };
  const seen = new Set<string>();
  for (const [path, { size }] of files) {
    target.bytes += size;
    const match = ofConversation.exec(path);
    const conversationId = match?.[2] ?? match?.[3] ?? match?.[4];
    const projectId = match?.[1];
    if (conversationId !== undefined && projectId !== undefined) {
      const isHere = here.has(conversationId);
      if (isHere) target.mergedBytes += size;
      if (!match?.[2] || seen.has(conversationId)) continue;
      seen.add(conversationId);
      if (isHere) target.merged.push({ conversationId, projectId });
      else target.newConversations.push(conversationId);
    } else if (isForOneMachine(path) && !takesPowers) {
      target.withheld.push(path);
    } else if (await exists(disk, join(dataDir, path))) {
      target.kept.push(path);
    } else {
      target.newFiles.push(path);
    }
  }
  return target;
}
