// A backup and the earlier ones that it continues, checked. The earlier ones are expected in the same folder.

import { dirname, join } from 'node:path';
import { SentenceError, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { type Disk, diskReason, errorCode, exists } from '../../stores/files/disk.ts';
import { isSafePath } from './backedUp.ts';
import { backupsIn } from './backupSeries.ts';
import { type CheckedBackup, checkBackup } from './checkBackup.ts';
import type { Opener } from './encryption.ts';
import type { PlanProblem } from './restorePlan.ts';

export interface BackupChain {
  /** The complete backup first; null: missing or unreadable. */
  steps: (CheckedBackup | null)[];
  newest: CheckedBackup;
  problems: PlanProblem[];
}

interface Watch {
  signal: AbortSignal;
  onBytes(bytes: number): void;
}

/** `path`: a backup, or a folder of them, of which the newest is taken. Throws a SentenceError if it cannot be used at all. */
export async function readChain(disk: Disk, path: string, opener: Opener, watch: Watch): Promise<BackupChain> {
  const file = (await disk.stat(path)).isDirectory() ? await newestIn(disk, path) : path;
  const newest = await checkBackup(disk, file, opener, watch);
  const problems: PlanProblem[] = [];
  const steps: (CheckedBackup | null)[] = [];
  for (const parent of newest.head.parents) {
    const note = (reason: PlanProblem['reason']): void => {
      problems.push({ file: parent.file, path: null, at: 0, reason });
      steps.push(null);
    };
    if (!isSafePath(parent.file) || parent.file.includes('/')) {
      note(say`Its name is not that of a backup.`);
      continue;
    }
    const parentPath = join(dirname(file), parent.file);
    try {
      if (!(await exists(disk, parentPath))) {
        note(say`This earlier backup, of ${parent.createdAt}, is missing.`);
        continue;
      }
      const step = await checkBackup(disk, parentPath, opener, watch);
      if (step.head.id === parent.id) steps.push(step);
      else note(say`It is not the earlier backup of ${parent.createdAt}, but has its name.`);
    } catch (thrown) {
      if (thrown instanceof AbandonedError) throw thrown;
      note(say`It cannot be read: ${errorCode(thrown) === null ? sentenceFromThrown(thrown) : diskReason(thrown)}.`);
    }
  }
  return { steps: [...steps, newest], newest, problems };
}

async function newestIn(disk: Disk, folder: string): Promise<string> {
  const newest = (await backupsIn(disk, folder, null)).at(-1);
  if (!newest) throw new SentenceError(say`${folder} has no backups of Throughline`);
  return join(folder, newest.name);
}
