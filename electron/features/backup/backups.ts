// Backups and restores of this data folder, in a thread of their own. One runs at a time.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { BackupReport, RestoreSummary } from '../../../shared/features/backup/backup.ts';
import type { WorkerThread } from '../../lib/workerThread.ts';
import { staleReason } from '../../stores/encryption/encryptionFile.ts';
import { restoreLock, stagedRestores } from '../../stores/encryption/stagedRestores.ts';
import { type Disk, diskReason, nodeDisk } from '../../stores/files/disk.ts';
import { describeOwner, tryLock } from '../../stores/locks/locks.ts';
import { type ApplyDeps, applyRestore, discardRestore, finishRestores } from './applyRestore.ts';
import { isEncryptedFile } from './backupFile.ts';
import { backupsIn } from './backupSeries.ts';
import type { BackupRequest } from './makeBackup.ts';
import type { RestoreRequest, RestoreStage } from './prepareRestore.ts';
import type { FromBackupWorker, ToBackupWorker } from './workerMessages.ts';

export interface Backups {
  /** CANCELLED if `cancel` was called; DATA_FOLDER_BUSY if one is in progress, here or in another process. */
  make(request: Omit<BackupRequest, 'dataDir' | 'version'>): Promise<Result<BackupReport>>;
  /** Returns the changes that a restore would make, and makes none. */
  inspect(request: Omit<RestoreRequest, 'dataDir' | 'recoveryCode'>): Promise<Result<RestoreSummary>>;
  /** Finishes an interrupted one first. Without a `recoveryCode`, that of the environment is used, or none. */
  restore(request: Omit<RestoreRequest, 'dataDir'>): Promise<Result<RestoreSummary>>;
  /** Finishes restores that were interrupted after their point of no return. Returns their number. */
  finish(): Promise<Result<{ finished: number }>>;
  /** Drops restores that can't be finished. What they have already added stays. Returns their number. */
  discard(): Promise<Result<{ discarded: number }>>;
  cancel(): void;
  /** Bytes read or written so far; null: nothing is in progress. */
  onProgress: (bytes: number | null) => void;
  /** Called with the new conversations after a restore. */
  onRestored: (conversationIds: string[]) => void;
  /** Cancels what can be canceled, and waits for the rest. */
  close(): Promise<void>;
}

/** Whether a passphrase or key is needed to read it. A missing file is reported later. */
export async function isEncrypted(path: string): Promise<boolean> {
  if (path.endsWith('.age')) return true;
  const newest = (await backupsIn(nodeDisk, path, null).catch(() => [])).at(-1);
  if (newest) return newest.name.endsWith('.age');
  return isEncryptedFile(nodeDisk, path).catch(() => false);
}

export interface BackupsDeps {
  thread: WorkerThread<ToBackupWorker, FromBackupWorker>;
  disk: Disk;
  rawDisk: Disk;
  dataDir: string;
  version: string;
  /** Opens encrypted data in a backup if the user was not asked for a code; null: unknown. */
  recoveryCode: string | null;
  merge: ApplyDeps['merge'];
  conversationIds(): Promise<string[]>;
  /** These conversations are new here. */
  noteRestored(conversationIds: readonly string[]): void;
}

export function createBackups(deps: BackupsDeps): Backups {
  const { thread, disk, rawDisk, dataDir, version, merge } = deps;
  const applyDeps: ApplyDeps = { disk, rawDisk, dataDir, merge };
  let isBusy = false;
  let working: Promise<unknown> = Promise.resolve();

  thread.onMessage = (message) => {
    if (message.type === 'progress') backups.onProgress(message.bytes);
  };

  async function alone<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    if (isBusy) return fail('DATA_FOLDER_BUSY', say`A backup or restore is already in progress.`);
    isBusy = true;
    backups.onProgress(0);
    try {
      const done = work();
      working = done;
      return await done;
    } finally {
      isBusy = false;
      backups.onProgress(null);
    }
  }

  async function ask<T>(question: (call: number) => ToBackupWorker): Promise<Result<T>> {
    const answer = await thread.ask<Result<T>>(question);
    return answer ?? fail('INTERNAL', say`The backup ended unexpectedly. Nothing was left behind. Try again.`);
  }

  /** No other process stages or applies a restore meanwhile. */
  async function locked<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    const lock = tryLock(join(dataDir, 'locks'), restoreLock, say`restoring a backup`, new Date());
    if (lock.kind === 'busy') {
      return fail(
        'DATA_FOLDER_BUSY',
        say`${describeOwner(lock.owner)} is already restoring a backup. Nothing was changed.`,
      );
    }
    if (lock.kind === 'failed') return fail('STORE_WRITE_FAILED', say`The restore was not started: ${lock.reason}.`);
    try {
      // Its files would be of the other kind.
      if (disk.isStale?.()) return fail('NOT_SUPPORTED', say`Nothing was restored or changed: ${staleReason}.`);
      return await work();
    } finally {
      lock.lock.release();
    }
  }

  /** Announces what the work adds. */
  async function adding<T>(work: () => Promise<T>): Promise<T> {
    const before = new Set(await deps.conversationIds());
    try {
      return await work();
    } finally {
      const added = (await deps.conversationIds()).filter((id) => !before.has(id));
      deps.noteRestored(added);
      backups.onRestored(added);
    }
  }

  let finishing: Promise<Result<{ finished: number }>> | null = null;

  function finish(): Promise<Result<{ finished: number }>> {
    finishing ??= finishAll().finally(() => {
      finishing = null;
    });
    return finishing;
  }

  /** Costs one look at the data folder where there is nothing to finish. */
  async function finishAll(): Promise<Result<{ finished: number }>> {
    if ((await stagedRestores(disk, dataDir)).length === 0) return ok({ finished: 0 });
    const done = await locked(() => adding(() => finishRestores(applyDeps)));
    // Another process is at it.
    return !done.ok && done.error.code === 'DATA_FOLDER_BUSY' ? ok({ finished: 0 }) : done;
  }

  const backups: Backups = {
    onProgress: () => {},
    onRestored: () => {},
    make: (request) => alone(() => ask((call) => ({ type: 'make', call, request: { ...request, dataDir, version } }))),
    inspect: (request) =>
      alone(() => {
        const dataSecret = disk.dataKey?.secret ?? null;
        return ask((call) => ({ type: 'inspect', call, request: { ...request, dataDir, dataSecret } }));
      }),
    restore: (request) =>
      alone(async () => {
        const before = await finish();
        if (!before.ok) return before;
        return locked(async () => {
          const { dataKey } = disk;
          const keys = {
            dataSecret: dataKey?.secret ?? null,
            encrypts: !dataKey?.onlyReads,
            recoveryCode: request.recoveryCode ?? deps.recoveryCode ?? (request.recoveryCode === null ? null : ''),
          };
          const staged = await ask<RestoreStage>((call) => ({
            type: 'stage',
            call,
            request: { ...request, ...keys, dataDir },
          }));
          if (!staged.ok) return staged;
          const { folder } = staged.value;
          const applied = await adding(() => applyRestore(applyDeps, folder));
          if (applied.ok) return ok(staged.value.summary);
          if (applied.error.code !== 'NOT_SUPPORTED') return applied;
          await discardRestore(rawDisk, folder).catch(() => {});
          return fail('NOT_SUPPORTED', say`Nothing was restored or changed: ${applied.error.message}.`);
        });
      }),
    finish,
    discard: () =>
      alone(() =>
        locked(async () => {
          const names = await stagedRestores(disk, dataDir);
          try {
            for (const name of names) await discardRestore(disk, join(dataDir, name));
            return ok({ discarded: names.length });
          } catch (thrown) {
            return fail('STORE_WRITE_FAILED', say`The restore could not be discarded: ${diskReason(thrown)}.`);
          }
        }),
      ),
    cancel: () => thread.isRunning && thread.send({ type: 'cancel' }),
    async close() {
      await thread.close();
      await working.catch(() => {});
    },
  };
  return backups;
}
