// While files in a folder are being restored no call runs in it, and vice versa, across all conversations and processes
// on this data folder. Calls run in parallel. Locks end with their process.

import { createHash } from 'node:crypto';
import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AcquiredLock, isLocked, lockRetryMs, tryLock, waitForLock } from '../locks/locks.ts';

export interface FolderLock {
  /** Waits for restores, then enters the folder; call the returned function when the call ends. */
  enter(root: string): Promise<() => void>;
  /** CONVERSATION_BUSY while a call runs there. */
  alone<T>(root: string, task: () => Promise<Result<T>>): Promise<Result<T>>;
}

/** Milliseconds a call waits for another process's restore before it runs anyway. */
const maxWaitMs = 10_000;
/** An unheld lock file this old belongs to a dead process. */
const deadAfterMs = 60 * 60 * 1_000;

/** `session` is unique per process. */
export function createFolderLock(locks: string, session: string, clock: Clock): FolderLock {
  /** Calls per folder, and the lock that announces them to other processes. */
  const calls = new Map<string, { count: number; lock: AcquiredLock | null }>();
  const restoring = new Map<string, Promise<unknown>>();

  const lockName = (root: string, kind: 'calls' | 'files'): string =>
    `${kind}.${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;

  function leave(root: string): void {
    const inside = calls.get(root);
    if (!inside || --inside.count > 0) return;
    calls.delete(root);
    inside.lock?.release();
    if (inside.lock) removeQuietly(join(locks, `${lockName(root, 'calls')}.${session}.db`));
  }

  function isCalledElsewhere(root: string): boolean {
    const prefix = `${lockName(root, 'calls')}.`;
    return namesIn(locks).some((file) => {
      const name = file.startsWith(prefix) && file.endsWith('.db') ? file.slice(0, -'.db'.length) : null;
      if (name === null || name === `${prefix}${session}`) return false;
      if (isLocked(locks, name)) return true;
      if (isOld(join(locks, file), clock)) removeQuietly(join(locks, file));
      return false;
    });
  }

  return {
    async enter(root) {
      for (;;) {
        const restore = overlapping(restoring, root);
        if (restore === undefined) break;
        await restore.catch(() => {});
      }
      const inside = calls.get(root) ?? { count: 0, lock: null };
      calls.set(root, inside);
      if (++inside.count === 1) {
        const attempt = tryLock(locks, `${lockName(root, 'calls')}.${session}`, say`running a call`, clock.now());
        inside.lock = attempt.kind === 'held' ? attempt.lock : null;
      }
      const start = clock.elapsed();
      while (isLocked(locks, lockName(root, 'files')) && clock.elapsed() - start < maxWaitMs)
        await clock.wait(lockRetryMs);
      let hasLeft = false;
      return () => {
        if (!hasLeft) leave(root);
        hasLeft = true;
      };
    },

    async alone(root, task) {
      for (;;) {
        if (overlapping(calls, root) !== undefined) return busy;
        const activeRestore = overlapping(restoring, root);
        if (activeRestore === undefined) break;
        await activeRestore.catch(() => {});
      }
      const doing = (async () => {
        const attempt = await waitForLock(locks, lockName(root, 'files'), say`restoring files`, clock);
        if (attempt.kind === 'busy') return busy;
        if (attempt.kind === 'failed')
          return fail(
            'STORE_WRITE_FAILED',
            say`Nothing was changed because the folder could not be locked (${attempt.reason}).`,
          );
        try {
          return isCalledElsewhere(root) ? busy : await task();
        } finally {
          attempt.lock.release();
        }
      })();
      restoring.set(root, doing);
      try {
        return await doing;
      } finally {
        restoring.delete(root);
      }
    },
  };
}

const busy = fail(
  'CONVERSATION_BUSY',
  say`Something is running or being restored in this folder. Nothing was changed. Try again when it has finished, or stop it first.`,
  { where: 'folder' },
);

/** The entry for an overlapping folder: the same, inside it, or above it. */
function overlapping<T>(of: ReadonlyMap<string, T>, root: string): T | undefined {
  for (const [other, value] of of) if (isWithin(other, root) || isWithin(root, other)) return value;
  return undefined;
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOld(path: string, clock: Clock): boolean {
  try {
    return clock.now().getTime() - statSync(path).mtimeMs > deadAfterMs;
  } catch {
    return false;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}
