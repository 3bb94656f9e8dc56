// The status of the engine.

import type { AppError } from '../../../../shared/core/errors.ts';
import type { UserText } from '../../../../shared/core/sentence.ts';
import type { SyncFiles } from '../../../../shared/features/sync/sync.ts';

export interface SyncStatus {
  /** `off`: not started, or stopped. `metered`: it waits for another connection, or for `syncNow`. */
  state: 'off' | 'idle' | 'syncing' | 'offline' | 'metered';
  /** ISO time of the last complete pass; null: none yet. */
  syncedAt: string | null;
  /** Why the last pass ended early; null: it did not. */
  error: AppError | null;
  /** By device or conversation: what could not be done. */
  problems: { of: string; text: UserText }[];
  /** Conversations with messages of other devices that are not here yet. */
  waiting: number;
  /** Conversations of this machine that are still to be uploaded. */
  uploads: number;
  /** Files that are being fetched in the background; null: none are. */
  filesToFetch: SyncFiles | null;
}

export const notStarted: Omit<SyncStatus, 'problems'> = {
  state: 'off',
  syncedAt: null,
  error: null,
  waiting: 0,
  uploads: 0,
  filesToFetch: null,
};
