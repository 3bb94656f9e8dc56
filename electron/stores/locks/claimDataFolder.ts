// Ownership of a data folder: one host at a time.

import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Clock } from '../../ports/clock.ts';
import { makeFolder } from '../files/atomicWrite.ts';
import { diskReason, fileMode, nodeDisk } from '../files/disk.ts';
import { removeDerived, whyReadOnly } from '../readOnlyData.ts';
import { isRequested, requestFolder } from './folderRequest.ts';
import { type AcquiredLock, describeOwner, tryLock, waitForLock } from './locks.ts';

const lockName = 'data.folder';
/** For an owner that yields: it ends within two seconds. */
const yieldMs = 15_000;
const lookMs = 500;

/**
 * Claims a data folder for this host until the process ends, creating it if needed. Waits only for an owner that
 * yields. `yields`: this host yields itself, and makes nobody else. DATA_FOLDER_BUSY names the owner (also in
 * `details.owner`); DATA_FOLDER_UNUSABLE says why the folder cannot be used.
 */
export async function claimDataFolder(
  dataDir: string,
  purpose: UserText,
  { clock = systemClock, yields = false }: { clock?: Clock; yields?: boolean } = {},
): Promise<Result<AcquiredLock>> {
  // Processes that only read share it.
  if (whyReadOnly(dataDir) !== null) return ok({ release: () => removeDerived(dataDir) });
  const locks = join(dataDir, 'locks');
  try {
    await makeFolder(nodeDisk, locks);
    const probe = join(locks, `probe-${process.pid}`);
    writeFileSync(probe, '', { mode: fileMode });
    unlinkSync(probe);
  } catch (thrown) {
    return unusable(dataDir, diskReason(thrown));
  }
  if (yields && isRequested(locks)) return busy(dataDir, null);
  // Try again in case the lock file was damaged and has been moved away.
  let attempt = tryLock(locks, lockName, purpose, clock.now(), yields);
  if (attempt.kind === 'failed') attempt = tryLock(locks, lockName, purpose, clock.now(), yields);
  // Without an owner, another process only looks whether it is free.
  if (attempt.kind === 'busy' && attempt.owner === null) {
    attempt = await waitForLock(locks, lockName, purpose, clock, lookMs, undefined, yields);
  }
  if (attempt.kind === 'busy' && attempt.owner?.yields && !yields) {
    const withdraw = requestFolder(locks);
    attempt = await waitForLock(locks, lockName, purpose, clock, yieldMs);
    withdraw();
  }
  if (attempt.kind === 'held') return ok(attempt.lock);
  if (attempt.kind === 'failed') return unusable(dataDir, attempt.reason);
  return busy(dataDir, attempt.owner);
}

function busy(dataDir: string, owner: Parameters<typeof describeOwner>[0]): ReturnType<typeof fail> {
  return fail('DATA_FOLDER_BUSY', say`The data folder ${dataDir} is in use by ${describeOwner(owner)}.`, { owner });
}

function unusable(dataDir: string, reason: UserText): ReturnType<typeof fail> {
  return fail(
    'DATA_FOLDER_UNUSABLE',
    say`The data folder ${dataDir} cannot be used: ${reason}. Choose another with --data, or make it writable.`,
  );
}
