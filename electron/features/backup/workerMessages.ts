// Messages between the app and the thread that makes and reads backups.

import type { Result } from '../../../shared/core/errors.ts';
import type { BackupReport, RestoreSummary } from '../../../shared/features/backup/backup.ts';
import type { BackupRequest } from './makeBackup.ts';
import type { RestoreRequest, RestoreStage } from './prepareRestore.ts';

export type ToBackupWorker =
  | { type: 'make'; call: number; request: BackupRequest }
  | { type: 'inspect'; call: number; request: RestoreRequest }
  | { type: 'stage'; call: number; request: RestoreRequest }
  /** Cancels everything in progress. */
  | { type: 'cancel' }
  | { type: 'close' };

export type FromBackupWorker =
  | { type: 'progress'; bytes: number }
  | { type: 'answer'; call: number; answer: Result<BackupReport> | Result<RestoreSummary> | Result<RestoreStage> };
