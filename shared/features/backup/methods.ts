// Backups and restores.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import type { BackupReport, RestoreSummary } from './backup.ts';

/** The last backup of the schedule, or made by hand in the window. */
export interface LastRun {
  at: string;
  /** Null: it failed. */
  made: Pick<BackupReport, 'file' | 'bytes' | 'isIncrement' | 'leftOutCount'> | null;
  error: UserTextData | null;
}

export interface BackupInfo {
  last: LastRun | null;
  /** Bytes read or written so far; null: none is in progress. */
  progress: number | null;
  /** Where the passphrase of scheduled backups is. */
  passphrase: 'keychain' | 'memory' | 'none';
}

export type BackupEvent = { type: 'backup.changed'; info: BackupInfo };

const secret = z.string().max(10_000);
const place = z.string().min(1).max(4096);

export const backupMethods = {
  'backup.info': defineMethod<BackupInfo>()('none', nothing),
  /** The system's dialog. `supported` false: the host has none. */
  'backup.pickFolder': defineMethod<{ supported: boolean; path: string | null }>()('none', nothing),
  /** Makes a backup in the folder of the settings, as the schedule does. */
  'backup.make': defineMethod<BackupReport>()('none', nothing),
  'backup.cancel': defineMethod<Nothing>()('none', nothing),
  /** Null removes it. */
  'backup.setPassphrase': defineMethod<BackupInfo>()('app', z.object({ passphrase: secret.min(8).nullable() })),
  /** `path`: a backup, or a folder of them. Changes nothing. */
  'backup.inspect': defineMethod<RestoreSummary>()(
    'none',
    z.object({ path: place, passphrase: secret, identity: secret }),
  ),
  /**
   * `code`: the recovery code of the backup's data, or empty. `restarts`: the app opens the restored data now.
   * `permissions`: also takes what may run without asking; the user confirms it outside of the window.
   */
  'backup.restore': defineMethod<RestoreSummary & { restarts: boolean }>()(
    'none',
    z.object({
      ...{ path: place, passphrase: secret, identity: secret },
      ...{ code: secret, salvage: z.boolean(), permissions: z.boolean() },
    }),
  ),
} as const;
